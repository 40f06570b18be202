"""What schemathesis has to be told of Chabudai beyond the document."""

import os

import schemathesis
from hypothesis import strategies as st

# Whoever asks, where somebody does: prepare.py has signed in several people. What ends sessions has people of its own, or nobody would be
# signed in for the rest.
TOKENS = os.environ.get("CHABUDAI_TOKENS", "").split(",")
ENDS_SESSIONS = [f"{where}{what}" for where in ["auth", "okusuri"] for what in ["SignOut", "SignOutAll", "EndSession"]]
if TOKENS != [""]:

    @schemathesis.auth(refresh_interval=None)
    class SignedIn:
        def get(self, case, context):
            operation = context.operation.definition.raw["operationId"]
            if operation == "sendReminders":
                return os.environ["CHABUDAI_JOB_SECRET"]
            return TOKENS[ENDS_SESSIONS.index(operation) + 1 if operation in ENDS_SESSIONS else 0]

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"


# Pictures, which nobody makes by chance: the smallest that there is.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63606060000000040001f6173855000000004945"
    "4e44ae426082"
)
for kind in ["image/jpeg", "image/png", "image/webp"]:
    schemathesis.openapi.media_type(kind, st.just(PNG))

# What may be refused although it fits the schema, by its code, and why no schema can say so.
ONLY_THE_SERVER_KNOWS = {
    "kondate.import_address": "what is an address is more than a pattern says",
    "kondate.import_unreachable": "whether somebody answers there is up to them",
    "kondate.import_slow": "the same",
    "kondate.import_large": "the same",
    "kondate.import_kind": "the same",
    "kondate.import_nothing": "what is a recipe is up to the reader",
    "kondate.import_text": "a text of nothing but spaces is none",
    "kondate.import_blind": "whether a model sees is up to the operator",
    "kondate.credit": "whose something is may stand on the recipe already",
    "http.unknown_zone": "which zones there are is up to the data of the machine",
    "okusuri.unknown_zone": "the same",
    "wardrobe.invalid_cursor": "a cursor is sealed, and bound to its list",
    "okusuri.invalid_cursor": "the same",
    "wardrobe.period": "two days in their order",
    "okusuri.period": "the same",
    "wardrobe.date_out_of_range": "tomorrow is another day every day",
    "okusuri.date_in_future": "the same",
    "okusuri.date_too_early": "a pattern of the years from 2000 on would hide the pattern of a day",
    "okusuri.regimen_in_future": "tomorrow is another day every day",
    "okusuri.regimen_too_early": "a pattern of the years from 2000 on would hide the pattern of a day",
    "okusuri.regimen_out_of_bounds": "the least days are no more than the most, and what is not 0 is up to the kind",
    "wardrobe.no_such_picture": "a picture has to be sent before",
    "kondate.no_such_picture": "a picture has to be sent before",
    "kondate.no_such_avatar": "the same",
    "kondate.read_what": "all of them or these, and not both",
    "kondate.member_only": "a word of the design that nobody can use yet",
    "kondate.offer_price": "what is paid has a price, and what is free has none",
    "okusuri.subscription": "a point has to be on the curve, an endpoint within reach",
    "identity.subscription": "the same",
    "okusuri.fill_until_yesterday": "which day it is, a schema does not know",
    "okusuri.too_many_days": "how far apart two days are, a schema does not say",
    "identity.wrong_code": "a code is sent by mail",
    "identity.token_app": "which apps there are is up to the house",
    "kondate.invalid_cursor": "a cursor is of its list, and sealed where the store made it",
    "kondate.no_such_recipe": "a set is made of recipes that are there",
    "kondate.quantity": "a number above nothing is spelled in many ways",
    "kondate.full": "how many there are already, a schema does not say",
    "kondate.too_many_tabs": "the same",
    "kondate.category_twice": "the same",
    "kondate.aisle_twice": "the same",
    "kondate.cooked_already": "what is on the table is up to the kitchen",
    "kondate.idempotency_key_reused": "the key was used for something else",
    "wardrobe.idempotency_key_reused": "the key was used for something else",
    "okusuri.idempotency_key_reused": "the same",
}


@schemathesis.check
def refuses_what_fits_for_a_reason(ctx, response, case):
    """Narrows `positive_data_acceptance`, which looks at the status alone, down to the codes above."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code not in (400, 422):
        return
    body = response.json()
    # Kondate's API has an envelope.
    code = body.get("code") or body.get("error", {}).get("reason")
    assert code in ONLY_THE_SERVER_KNOWS, f"{code} is no reason to refuse what fits the schema"


@schemathesis.hook
def before_call(context, case, kwargs):
    phase = case.meta.phase.name.value if case.meta else None
    if phase == "stateful":
        # In a story every request is its own: a key that comes again is given the first answer, and what that made may be gone by now.
        case.headers.pop("Idempotency-Key", None)
    is_valid = phase == "fuzzing" and case.meta.generation.mode.is_positive
    if is_valid and isinstance(case.body, dict) and case.body.get("clothingIds"):
        # Outfits and records are made of garments that are there.
        case.body = {**case.body, "clothingIds": [os.environ["CHABUDAI_GARMENT"]]}

"""Fills an empty house with what schemathesis needs to get past 401 and 404, and prints it as variables.

Usage: prepare.py URL PASSWORD EMAIL...
"""

import json
import sys
import urllib.request

url, password, *people = sys.argv[1:]


def post(path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


wardrobe = post("/wardrobe/v1/wardrobes", {"name": "たんす"})["wardrobeId"]
inside = f"/wardrobe/v1/wardrobes/{wardrobe}"
garment = post(f"{inside}/clothing", {"name": "シャツ", "genre": "tops"})["clothingId"]
outfit = post(f"{inside}/templates", {"name": "仕事", "clothingIds": [garment]})["templateId"]
record = post(f"{inside}/histories", {"date": "20260101", "clothingIds": [garment]})["historyId"]
tokens = [post("/okusuri/v1/auth/sign-in", {"email": email, "password": password})["token"] for email in people]
print(f"CHABUDAI_WARDROBE={wardrobe}")
print(f"CHABUDAI_GARMENT={garment}")
print(f"CHABUDAI_OUTFIT={outfit}")
print(f"CHABUDAI_RECORD={record}")
print(f"CHABUDAI_TOKENS={','.join(tokens)}")

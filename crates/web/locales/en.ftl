## The house
house-name = Chabudai
house-line = Small apps for daily life, around one table.
house-links = About this house
front-title = Home
api-title = API
to-the-front = To the front page
settings = Settings
language = Language
theme = Light
theme-auto = As the device
theme-light = Light
theme-dark = Dark
time-zone = Time zone
time-zone-hint = It decides which day is today.
save = Save
cancel = Cancel
undo = Undo
back = Back
more = Show more
places = Places
skip-to-content = Skip to the content
discard-question = Discard what you entered?
discard-hint = What is not saved will be lost.
discard = Discard and go back

## Days and months
weekday-monday = Mon
weekday-tuesday = Tue
weekday-wednesday = Wed
weekday-thursday = Thu
weekday-friday = Fri
weekday-saturday = Sat
weekday-sunday = Sun
month-1 = Jan
month-2 = Feb
month-3 = Mar
month-4 = Apr
month-5 = May
month-6 = Jun
month-7 = Jul
month-8 = Aug
month-9 = Sep
month-10 = Oct
month-11 = Nov
month-12 = Dec
ago-today = today
ago-yesterday = yesterday
ago-days = { $count ->
    [one] { $count } day ago
   *[other] { $count } days ago
}

## The living design
design-title = Design

## What went wrong
problem-not-found = Not found
problem-too-many = One moment, please
problem-ours = Something went wrong
problem-yours = That did not work
error-http-not_found = There is nothing here.
error-http-internal = Something went wrong on our side. Please try again.
error-http-method_not_allowed = This address does not do that.
error-http-too_slow = The answer took too long. Please try again.
error-http-too_many_requests = Too many requests. Please wait a moment.
error-http-too_large = What was sent is too large.
error-http-body = What was sent could not be read.
error-http-foreign_form = This page has expired, or cookies are switched off. Reload the page before this one.
error-http-invalid_form = The form could not be read.
error-http-invalid_json = This is not JSON.
error-http-invalid_field = A field has a value that it cannot have.
error-http-invalid_parameter = The address has a value that it cannot have.
error-http-unsupported_media_type = This kind of content is not taken here.
error-http-unknown_zone = A time zone is named like Asia/Tokyo.
error-http-idempotency_key = The Idempotency-Key is not valid.
error-house-not_ready = The store does not answer.
error-media-not_an_image = This is not a picture that can be read. Choose a JPEG, PNG or WebP file.
error-media-too_large = The picture is too large: 10 MB at most.
error-media-too_many_pixels = The picture has too many pixels.
error-media-damaged = The picture seems to be damaged. Choose another one.
error-media-unavailable = The picture could not be kept. Please try again.

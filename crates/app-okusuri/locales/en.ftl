
## Okusuri as a whole
okusuri-app = Okusuri
okusuri-app-line = Did I take my pill, and which day is it?
okusuri-home = Home
okusuri-hello = Hello, { $name }
okusuri-about = One tap a day records that you took your pill, and whether you bled. It tells which day of the cycle it is and when to pause.

## Reminders, as a device shows them
okusuri-push-title = Time for your pill
okusuri-push-take = Today is day { $days }.
okusuri-push-rest = You are pausing. { $days } days to go.
okusuri-push-rest-last = Today is the last day of the pause. Tomorrow is day 1.
okusuri-push-discreet-title = Chabudai
okusuri-push-discreet-body = Today is not noted yet.
okusuri-push-test = This is how a reminder arrives.
okusuri-push-log = Taken, no bleeding
okusuri-push-discreet-log = Done
okusuri-push-open = Open
okusuri-push-logged = Noted

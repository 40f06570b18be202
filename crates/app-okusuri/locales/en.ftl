
## Okusuri as a whole
okusuri-app = Okusuri
okusuri-app-line = Did I take my pill, and which day is it?
okusuri-home = Home
okusuri-hello = Hello, { $name }
okusuri-about = One tap a day records that you took your pill, and whether you bled. It tells which day of the cycle it is and when to pause.
okusuri-not-yet = The record of pills is not built yet: so far you can join and look after your account.

memo-app = Memo
memo-app-line = One board for everyone at home.
memo-who-sees = Everyone in the house can read it.
memo-text = Note
memo-write = Put it up
memo-read = Read the board
memo-empty = Nothing here yet
memo-empty-hint = Put up the first note.
memo-count =
    { $count ->
        [one] { $count } note
       *[other] { $count } notes
    }

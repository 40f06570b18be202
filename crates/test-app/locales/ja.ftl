memo-app = メモ
memo-app-line = みんなで見る伝言板。
memo-text = 内容
memo-write = 貼る
memo-read = 伝言板を見る
memo-empty = まだ何も貼られていません
memo-empty-hint = 最初のメモを貼ってみましょう。
memo-count = { $count } 件のメモ

//! Which shards of a stream are to be read next, and from where. No I/O.
//!
//! A stream is a forest of shards: a shard that is split, or has grown old, is closed and followed by its children. What was written to
//! a key before the split is in the parent, so that a parent is read to its end before its children. Shards go after a day, parents
//! first: a child whose parent was read and is gone stands alone; one whose parent nobody has read tells that changes are lost.

use std::collections::{BTreeMap, BTreeSet};

/// A shard as the stream lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shard {
    pub(super) id: String,
    pub(super) parent: Option<String>,
}

/// How far a shard was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// From its beginning.
    Start,
    /// From its beginning, but nothing that is older than this, in Unix seconds.
    Since(i64),
    /// Behind the change of this number.
    After(String),
    /// To its end.
    Done,
}

impl Position {
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Since(at) => format!("since:{at}"),
            Self::After(sequence) => format!("after:{sequence}"),
            Self::Done => "done".to_owned(),
        }
    }

    pub(super) fn of_text(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None if text == "start" => Some(Self::Start),
            None if text == "done" => Some(Self::Done),
            Some(("since", at)) => at.parse().ok().map(Self::Since),
            Some(("after", sequence)) => Some(Self::After(sequence.to_owned())),
            _ => None,
        }
    }
}

/// How far every shard was read that was met so far.
pub(super) type Positions = BTreeMap<String, Position>;

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// These shards are to be read from these positions. The positions of all that is worth knowing come along.
    Read {
        /// In the order of their names, which is that of their age.
        next: Vec<(String, Position)>,
        /// What stands in the checkpoint from now on.
        known: Positions,
        /// Shards whose parents are not read to their end yet.
        waiting: usize,
    },
    /// A shard that was not read to its end is not there any more.
    Lost,
}

/// Where somebody begins who wants everything that is written from now on. A shard that has been followed by another takes no writes.
pub(super) fn begin(listed: &[Shard], since: i64) -> Positions {
    let parents: BTreeSet<&str> = listed.iter().filter_map(|shard| shard.parent.as_deref()).collect();
    let position = |shard: &Shard| if parents.contains(shard.id.as_str()) { Position::Done } else { Position::Since(since) };
    listed.iter().map(|shard| (shard.id.clone(), position(shard))).collect()
}

/// What to read next, of what the stream lists, for somebody who has come so far.
pub(super) fn plan(listed: &[Shard], known: &Positions) -> Plan {
    let ids: BTreeSet<&str> = listed.iter().map(|shard| shard.id.as_str()).collect();
    if known.iter().any(|(id, position)| *position != Position::Done && !ids.contains(id.as_str())) {
        return Plan::Lost;
    }
    // What was read to its end and is gone is not worth knowing any more.
    let mut kept: Positions = known.iter().filter(|(id, _)| ids.contains(id.as_str())).map(|(id, at)| (id.clone(), at.clone())).collect();
    let (mut next, mut waiting) = (BTreeMap::new(), 0);
    for shard in listed {
        let position = match known.get(&shard.id) {
            Some(Position::Done) => continue,
            Some(position) => position.clone(),
            None => {
                let parent = shard.parent.as_deref();
                match parent.map(|parent| (known.get(parent), ids.contains(parent))) {
                    None | Some((Some(Position::Done), _)) => Position::Start,
                    // Neither read nor to be read: it came and went while nobody looked, and with it whatever was in it.
                    Some((None, false)) => return Plan::Lost,
                    Some(_) => {
                        waiting += 1;
                        continue;
                    }
                }
            }
        };
        kept.insert(shard.id.clone(), position.clone());
        next.insert(shard.id.clone(), position);
    }
    Plan::Read { next: next.into_iter().collect(), known: kept, waiting }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(id: &str, parent: Option<&str>) -> Shard {
        Shard { id: id.to_owned(), parent: parent.map(str::to_owned) }
    }

    fn positions(of: &[(&str, Position)]) -> Positions {
        of.iter().map(|(id, position)| ((*id).to_owned(), position.clone())).collect()
    }

    fn after(sequence: &str) -> Position {
        Position::After(sequence.to_owned())
    }

    /// What is read next, by the names alone.
    fn read_next(listed: &[Shard], known: &Positions) -> Vec<String> {
        match plan(listed, known) {
            Plan::Read { next, .. } => next.into_iter().map(|(id, _)| id).collect(),
            Plan::Lost => panic!("nothing is lost"),
        }
    }

    #[test]
    fn positions_are_read_as_they_were_written() {
        for position in [Position::Start, Position::Since(1_800_000_000), after("100000000000000000001"), Position::Done] {
            assert_eq!(Position::of_text(&position.to_text()), Some(position));
        }
        for text in ["", "after", "since:", "since:x", "from:1", "done:1"] {
            assert_eq!(Position::of_text(text), None, "{text}");
        }
    }

    #[test]
    fn one_shard_is_read_from_where_it_was_left() {
        let listed = [shard("1", None)];
        let known = positions(&[("1", after("7"))]);
        assert_eq!(plan(&listed, &known), Plan::Read { next: vec![("1".to_owned(), after("7"))], known, waiting: 0 });
    }

    #[test]
    fn children_of_a_split_wait_for_their_parent() {
        let listed = [shard("1", None), shard("2", Some("1")), shard("3", Some("1"))];
        let open = positions(&[("1", after("7"))]);
        assert_eq!(plan(&listed, &open), Plan::Read { next: vec![("1".to_owned(), after("7"))], known: open, waiting: 2 });
        let closed = positions(&[("1", Position::Done)]);
        let Plan::Read { next, known, waiting } = plan(&listed, &closed) else { panic!("nothing is lost") };
        assert_eq!(next, [("2".to_owned(), Position::Start), ("3".to_owned(), Position::Start)]);
        assert_eq!((waiting, known.len()), (0, 3), "the parent is remembered for as long as it is listed");
    }

    #[test]
    fn generations_are_read_one_after_the_other() {
        let listed = [shard("1", None), shard("2", Some("1")), shard("3", Some("2"))];
        assert_eq!(read_next(&listed, &positions(&[("1", Position::Since(5))])), ["1"]);
        assert_eq!(read_next(&listed, &positions(&[("1", Position::Done)])), ["2"]);
        assert_eq!(read_next(&listed, &positions(&[("1", Position::Done), ("2", Position::Done)])), ["3"]);
    }

    #[test]
    fn a_parent_that_is_gone_blocks_nobody() {
        // It went before the reader began: who begins knows all that is listed then.
        let listed = [shard("2", Some("1")), shard("3", Some("2"))];
        assert_eq!(read_next(&listed, &begin(&listed, 5)), ["3"]);
        // Who began when nothing was listed has missed it.
        assert_eq!(plan(&listed, &Positions::new()), Plan::Lost);
        // It was read to its end, and went afterwards.
        let known = positions(&[("1", Position::Done), ("2", after("9"))]);
        let Plan::Read { next, known, waiting } = plan(&listed, &known) else { panic!("nothing is lost") };
        assert_eq!((next.len(), waiting), (1, 1));
        assert!(!known.contains_key("1"), "what is gone is forgotten");
    }

    #[test]
    fn a_shard_that_went_before_its_end_is_lost() {
        let listed = [shard("2", Some("1"))];
        for position in [Position::Start, Position::Since(5), after("7")] {
            assert_eq!(plan(&listed, &positions(&[("1", position)])), Plan::Lost);
        }
        assert_eq!(plan(&[], &positions(&[("1", after("7"))])), Plan::Lost);
    }

    #[test]
    fn a_stream_without_shards_has_nothing_to_read_yet() {
        let known = Positions::new();
        assert_eq!(plan(&[], &known), Plan::Read { next: Vec::new(), known: begin(&[], 5), waiting: 0 });
        // Its first shard is younger than the reader.
        assert_eq!(read_next(&[shard("1", None)], &known), ["1"]);
    }

    #[test]
    fn who_begins_reads_what_can_still_grow() {
        // Two families; of each the last generation takes writes. A merge shows as a shard with one of its parents.
        let listed = [shard("1", None), shard("2", Some("1")), shard("3", Some("1")), shard("4", Some("2")), shard("9", Some("8"))];
        let begun = begin(&listed, 5);
        let growing = ["3", "4", "9"];
        assert!(begun.iter().all(|(id, position)| (*position == Position::Since(5)) == growing.contains(&id.as_str())));
        assert_eq!(read_next(&listed, &begun), growing);
        // One of them is split before it was read: its children come after it.
        let later = [listed.as_slice(), &[shard("5", Some("4")), shard("6", Some("4"))]].concat();
        assert_eq!(read_next(&later, &begun), growing);
        let mut read = begun;
        read.insert("4".to_owned(), Position::Done);
        assert_eq!(read_next(&later, &read), ["3", "5", "6", "9"]);
    }

    #[test]
    fn a_generation_that_came_and_went_unseen_is_lost() {
        // Shard 1 was read to its end, and that was saved; before its child was listed, everything stopped. Two days later 2, the child of 1,
        // has come, was written to, and went. 3 is a child of 2.
        let listed = [shard("3", Some("2"))];
        let known = positions(&[("1", Position::Done)]);
        assert_eq!(plan(&listed, &known), Plan::Lost);
    }

    /// A stream that splits, merges and forgets at random is read completely, and no child before its parent.
    #[test]
    fn whatever_grows_is_read_in_order_and_to_the_end() {
        // A small generator of our own: the same histories in every run.
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        for _ in 0..200 {
            let mut all = vec![shard("0000", None)];
            let mut open = vec!["0000".to_owned()];
            let (mut known, mut made) = (begin(&all, 5), 0);
            let mut finished: Vec<String> = Vec::new();
            for step in 0..60 {
                if random(2) == 0 {
                    // A shard is closed and followed by one or two.
                    let parent = open.swap_remove(random(open.len()));
                    for _ in 0..=random(2) {
                        made += 1;
                        let id = format!("{made:04}");
                        all.push(shard(&id, Some(&parent)));
                        open.push(id);
                    }
                }
                // The oldest goes once it was read.
                let oldest = all.iter().find(|shard| finished.contains(&shard.id)).map(|shard| shard.id.clone());
                if let Some(oldest) = oldest.filter(|_| step % 3 == 0) {
                    all.retain(|shard| shard.id != oldest);
                }
                let Plan::Read { next, known: kept, .. } = plan(&all, &known) else { panic!("nothing is lost") };
                known = kept;
                for (id, _) in next {
                    let parent = all.iter().find(|shard| shard.id == id).and_then(|shard| shard.parent.clone());
                    assert!(parent.is_none_or(|parent| finished.contains(&parent)), "{id} is read before its parent");
                    if !open.contains(&id) {
                        assert!(!finished.contains(&id), "{id} is read to its end once");
                        known.insert(id.clone(), Position::Done);
                        finished.push(id);
                    }
                }
            }
            for _ in 0..all.len() {
                let Plan::Read { next, known: kept, .. } = plan(&all, &known) else { panic!("nothing is lost") };
                known = kept;
                for (id, _) in next.into_iter().filter(|(id, _)| !open.contains(id)) {
                    known.insert(id, Position::Done);
                }
            }
            let Plan::Read { next, waiting, .. } = plan(&all, &known) else { panic!("nothing is lost") };
            let left: BTreeSet<String> = next.into_iter().map(|(id, _)| id).collect();
            assert_eq!((left, waiting), (open.into_iter().collect(), 0), "all that can grow is read, and nothing else is left");
        }
    }
}

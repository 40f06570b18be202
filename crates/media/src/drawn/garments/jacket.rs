//! A tailored jacket, with something underneath.

use crate::drawn::mask::Mask;
use crate::drawn::outline::Outline;
use crate::drawn::paper::{Ink, Paper, lit, shaded};

const BODY: &str = "M 320 150 C 296 150 276 142 262 128 C 234 148 208 158 184 168 C 180 240 186 310 190 372 \
                    C 188 470 172 580 166 690 C 214 704 268 708 320 706";
const SLEEVE: &str = "M 198 162 C 150 176 126 222 112 290 C 96 390 84 500 76 622 C 94 634 116 638 134 634 \
                      C 146 540 168 450 198 372 C 198 300 194 240 190 170";
const BACK: &str = "M 320 92 C 296 92 272 100 260 126 L 282 150 C 292 132 304 128 320 128";
const UNDER: &str = "M 320 402 C 300 330 282 230 278 132 C 290 120 304 116 320 116";
const LAPEL: &str = "M 264 122 C 248 146 238 176 234 210 L 206 236 L 238 254 L 228 276 C 250 330 286 380 322 420 \
                     C 306 340 280 230 276 132";
const COLLAR: &str = "M 264 122 C 248 146 238 176 234 210 L 206 236 L 248 238 C 262 216 274 194 284 178 C 278 160 276 146 276 132";

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let both = |path: &str| {
        let left = Outline::new(path);
        [Mask::inside(&left), Mask::inside(&left.flipped())]
    };
    let body = Mask::inside(&Outline::new(BODY).mirrored());
    let sleeves = both(SLEEVE);
    let whole = sleeves.iter().fold(body.clone(), |whole, sleeve| whole.or(sleeve));

    paper.shadow_of(&whole);
    for sleeve in &sleeves {
        paper.cloth(sleeve, main);
    }
    paper.folds("M 178 250 C 162 320 150 380 146 440", &whole);
    paper.folds("M 126 470 C 118 520 112 560 108 610", &whole);
    for (step, y) in [590.0, 604.0, 618.0].into_iter().enumerate() {
        for x in [122.0 - step as f32, 518.0 + step as f32] {
            paper.button([x, y - 8.0], 4.0, shaded(main, 0.5));
        }
    }
    paper.darken(&body.blurred(7).moved(2, 3).and(&whole), 0.24);
    paper.cloth(&body, main);
    paper.folds("M 212 380 C 226 440 222 500 210 600", &body);

    let under = Mask::inside(&Outline::new(UNDER).mirrored());
    paper.piece(&under, second, 0.7);
    neckline(paper, second);
    let back = Mask::inside(&Outline::new(BACK).mirrored());
    paper.darken(&back.blurred(3).moved(0, 5).and(&under), 0.4);
    paper.piece(&back, shaded(main, 0.12), 0.7);
    paper.fold("M 300 236 C 306 280 312 320 316 352", &under);

    front(paper, &body, main);
    for x in [212.0, 358.0] {
        pocket(paper, x, main);
    }
    let handkerchief = Mask::inside(&Outline::new("M 390 300 L 402 272 L 416 288 L 430 270 L 440 294 L 438 302"));
    paper.piece(&handkerchief, lit(second, 0.2), 0.5);
    let welt = Mask::inside(&Outline::new("M 384 300 L 444 294 L 446 312 L 386 318"));
    paper.darken(&welt.blurred(2).moved(1, 3), 0.3);
    paper.piece(&welt, lit(main, 0.04), 0.5);

    for lapel in &both(LAPEL) {
        paper.darken(&lapel.blurred(5).moved(2, 7).and(&body), 0.36);
        paper.piece(lapel, lit(main, 0.06), 0.8);
    }
    for collar in &both(COLLAR) {
        paper.darken(&collar.blurred(2).moved(1, 3).and(&body), 0.22);
        paper.piece(collar, lit(main, 0.10), 0.7);
    }
}

fn neckline(paper: &mut Paper, second: Ink) {
    let inside = Mask::inside(&Outline::new("M 320 172 C 304 170 288 156 279 134 C 290 120 304 116 320 116").mirrored());
    paper.lay(&inside, shaded(second, 0.40), 1.0);
    let rib = Outline::new("M 277 134 C 286 158 304 174 320 175").mirrored();
    paper.lay(&Mask::along(&rib, 9.0), lit(second, 0.06), 1.0);
    paper.darken(&Mask::along(&rib.moved(0.0, 6.0), 1.6), 0.35);
}

/// The left front lies over the right one, and both open below the last button.
fn front(paper: &mut Paper, body: &Mask, main: Ink) {
    let edge = Outline::new("M 318 410 C 332 440 338 500 338 560 C 338 620 324 670 296 706");
    let shadow = Mask::along(&edge, 8.0).blurred(3).moved(-4, 2);
    paper.darken(&shadow.and(body), 0.30);
    paper.seam(&edge, main);
    for y in [436.0, 512.0] {
        paper.button([320.0, y], 8.0, shaded(main, 0.45));
    }
}

fn pocket(paper: &mut Paper, x: f32, main: Ink) {
    let flap = Outline::new("M 0 0 L 72 0 L 72 24 C 72 30 68 32 62 32 L 10 32 C 4 32 0 30 0 24 L 0 0").moved(x, 538.0);
    let shape = Mask::inside(&flap);
    paper.darken(&shape.blurred(3).moved(2, 5), 0.28);
    paper.piece(&shape, lit(main, 0.04), 0.6);
    paper.seam(&Outline { points: vec![[x - 2.0, 538.0], [x + 74.0, 538.0]] }, main);
}

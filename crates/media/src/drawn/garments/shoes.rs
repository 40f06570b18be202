//! A pair of canvas shoes.

use crate::drawn::mask::Mask;
use crate::drawn::outline::{Outline, Point};
use crate::drawn::paper::{Ink, LIGHT, PAPER, Paper, SHADOW, lit, mixed, shaded};

const UPPER: &str = "M 530 350 C 524 384 527 440 534 492 L 88 492 C 84 458 110 436 160 424 C 236 406 292 372 338 328 \
                     C 350 318 364 320 372 332 C 396 366 458 374 500 342 C 514 332 532 336 530 350";
const INSIDE: &str = "M 346 324 C 356 318 366 322 372 332 C 396 366 458 374 500 342 C 508 336 516 334 522 338 C 486 318 396 308 346 324";
const TOE: &str = "M 86 494 C 82 458 110 436 160 424 C 186 436 202 462 204 494";
const SOLE: &str = "M 78 484 C 200 492 420 492 540 482 C 548 500 548 520 536 530 C 400 538 230 538 100 532 C 74 528 70 502 78 484";
const TONGUE: &str = "M 300 376 C 326 352 342 320 352 284 C 366 272 394 278 402 294 C 398 318 388 340 372 362";

/// Where a shoe stands: the far one is a little smaller, and to the right.
type Place = fn(Point) -> Point;

pub(in crate::drawn) fn draw(paper: &mut Paper, main: Ink, second: Ink) {
    let far: Place = |[x, y]| [x * 0.88 + 96.0, y * 0.88 - 52.0];
    let near: Place = |[x, y]| [x - 14.0, y + 74.0];
    paper.floor_shadow([372.0, 414.0], 212.0, 18.0);
    shoe(paper, far, shaded(main, 0.08), shaded(second, 0.06));
    paper.floor_shadow([302.0, 604.0], 244.0, 22.0);
    shoe(paper, near, main, second);
}

fn shoe(paper: &mut Paper, place: Place, main: Ink, second: Ink) {
    let line = |path: &str| Outline::new(path).each(place);
    let shape = |path: &str| Mask::inside(&line(path));
    let rubber = mixed(PAPER, SHADOW, 0.04);

    paper.cloth(&shape(TONGUE), lit(main, 0.08));
    let upper = shape(UPPER);
    paper.cloth(&upper, main);
    paper.lay(&shape(INSIDE), shaded(main, 0.55), 1.0);
    let canvas = Mask::by(|x, y| f32::from(((x + y).rem_euclid(5.0) < 1.4) || ((x - y).rem_euclid(5.0) < 1.4)));
    paper.darken(&canvas.and(&upper), 0.06);

    let heel = shape("M 498 334 C 512 326 540 330 540 352 L 546 492 L 506 492 C 508 440 506 384 498 334");
    paper.piece(&heel.and(&upper), second, 0.8);
    paper.stitch(&line("M 490 350 C 498 392 501 440 499 484"), lit(main, 0.5));
    paper.stitch(&line("M 211 486 C 210 458 196 434 172 421"), lit(main, 0.5));
    let quarter = line("M 282 388 C 322 408 356 446 364 490");
    paper.seam(&quarter, main);
    paper.stitch(&line("M 291 384 C 330 404 364 442 373 486"), lit(main, 0.5));

    laces(paper, &line, second, main);
    paper.piece(&shape(TOE), rubber, 0.8);
    let sole = shape(SOLE);
    paper.darken(&sole.blurred(2).moved(0, -3).and(&upper), 0.25);
    paper.piece(&sole, rubber, 0.8);
    paper.lay(&Mask::along(&line("M 78 504 C 200 512 420 512 546 502"), 5.0).and(&sole), second, 0.95);
    paper.darken(&Mask::along(&line("M 80 522 C 200 530 420 530 544 520"), 2.0).and(&sole), 0.28);
}

fn laces(paper: &mut Paper, line: &impl Fn(&str) -> Outline, second: Ink, main: Ink) {
    let white = mixed(LIGHT, second, 0.06);
    for path in [
        "M 236 402 C 248 408 260 418 266 430",
        "M 264 388 C 278 394 290 404 297 416",
        "M 291 371 C 306 377 318 388 325 400",
        "M 316 351 C 332 358 344 369 351 382",
        "M 338 329 C 354 337 366 348 373 362",
    ] {
        let lace = line(path);
        paper.darken(&Mask::along(&lace, 9.0).blurred(2).moved(1, 4), 0.40);
        paper.lay(&Mask::along(&lace, 8.0), white, 1.0);
        paper.darken(&Mask::along(&lace.moved(0.0, 2.6), 1.6), 0.22);
        let end = *lace.points.last().expect("a lace has an end");
        paper.lay(&Mask::inside(&Outline::ellipse([end[0] + 5.0, end[1] + 4.0], 4.6, 4.6)), shaded(main, 0.5), 1.0);
    }
}

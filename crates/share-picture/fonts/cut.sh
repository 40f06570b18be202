#!/usr/bin/env bash
# Cuts BIZ UDPGothic to what titles in Japanese and English are written with: cut.sh BIZUDPGothic-Bold.ttf. Needs Python and fonttools.
set -euo pipefail

whole=$1
cut=$(dirname "${BASH_SOURCE[0]}")/BIZUDPGothic-Bold.ttf

# JIS X 0208 and the letters that names bring along (髙 and 﨑), as code page 932 has them; the four of the everyday kanji that
# neither has; half-width katakana; Latin with its accents; dashes, quotes and ellipses; fractions, currencies, arrows, circled numbers.
characters=$(
    python3 - <<'PYTHON'
import itertools

wanted = set("塡剝頰𠮟♡♥")
for lead, trail in itertools.product(itertools.chain(range(0x81, 0xA0), range(0xE0, 0xFD)), range(0x40, 0xFD)):
    wanted.update(bytes([lead, trail]).decode("cp932", "ignore"))
for first, last in [(0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2027), (0x2030, 0x203E), (0x20AC, 0x20AC), (0x2150, 0x215E),
                    (0x2190, 0x2193), (0x2460, 0x2473), (0x3000, 0x30FF), (0xFF01, 0xFF9F), (0xFFE0, 0xFFE6)]:
    wanted.update(map(chr, range(first, last + 1)))
print(",".join(f"{ord(character):X}" for character in sorted(wanted) if len(character) == 1))
PYTHON
)

# No hints, since nothing here is drawn at the size of a screen's text, and no features, since glyphs are laid side by side as they are.
pyftsubset "$whole" --unicodes="$characters" --layout-features="" --no-hinting --drop-tables+=GSUB,GPOS,GDEF,BASE,vhea,vmtx,VORG,gasp,meta \
    --name-IDs=0,1,2,3,4,5,6,13,14 --output-file="$cut"

/** Text with its entities as characters; what is no entity stays. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]{2,8}\d{0,2}));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? whole
    return toCharacter(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

function toCharacter(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  `amp & lt < gt > quot " apos ' copy © reg ® trade ™ hellip … mdash — ndash – lsquo ‘ rsquo ’ sbquo ‚ ldquo “
   rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo › bull • middot · sect § para ¶ deg ° plusmn ± times × divide ÷
   micro µ cent ¢ pound £ euro € yen ¥ larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ hArr ⇔ ne ≠ le ≤ ge ≥ infin ∞
   asymp ≈ equiv ≡ minus − sum ∑ prod ∏ radic √ part ∂ int ∫ forall ∀ exist ∃ isin ∈ alpha α beta β gamma γ delta δ
   epsilon ε lambda λ mu μ pi π sigma σ tau τ phi φ omega ω Delta Δ Sigma Σ Omega Ω auml ä ouml ö uuml ü Auml Ä Ouml Ö
   Uuml Ü szlig ß eacute é egrave è ecirc ê agrave à aacute á acirc â ccedil ç ntilde ñ oacute ó ocirc ô iacute í
   uacute ú aring å aelig æ oslash ø check ✓ cross ✗ star ☆ hearts ♥ lbrack [ rbrack ] lpar ( rpar ) colon : comma ,
   period . excl ! num # dollar $ percnt % ast * plus + equals = sol / bsol \\ lowbar _ grave \` lbrace { rbrace } vert |`
    .trim()
    .split(/\s+/)
    .reduce<[string, string][]>(
      (pairs, word, index, words) => {
        if (index % 2 === 0) pairs.push([word, words[index + 1] ?? ''])
        return pairs
      },
      [
        ['nbsp', ' '],
        ['ensp', ' '],
        ['emsp', ' '],
        ['thinsp', ' '],
        ['shy', ''],
        ['zwnj', ''],
        ['zwj', ''],
      ],
    ),
)

// What `npm run bench` prints of the rows that benches gave.

/** The table: each row with its peer, its ratio and its target. */
export function toTable(rows) {
  return Object.fromEntries(
    rows.map(row => [
      row.name,
      {
        value: row.value,
        peer: peerOf(row),
        ratio: ratioOf(row),
        target: row.target === '' ? '–' : row.target,
        met: row.pass ? 'yes' : 'MISSED',
      },
    ]),
  )
}

/** A line for each target that was missed. */
export function listMisses(rows) {
  return rows
    .filter(row => !row.pass)
    .map(({ name, value, target }) => `missed: ${name}: ${value}, target ${target}`)
}

/** Names say what they are measured against, so that nobody has to write it twice. */
function peerOf({ name, peer }) {
  return peer ?? /\b(?:against|beside) (.+?)(?:, p\d+)?$/.exec(name)?.[1] ?? '–'
}

/** A value that begins with a ratio says it; sizes and times alone have none. */
function ratioOf({ value, ratio }) {
  if (ratio !== undefined) return `${Number(ratio.toPrecision(3))} ×`
  return /^[\d.,/]+ ×/.exec(value)?.[0] ?? '–'
}

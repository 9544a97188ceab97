/**
 * How many requirements of docs/seeds.md are proved by what ran: those that hold, those that differ on purpose, and the
 * names of all others, whose product tests failed, were skipped, or do not exist. `results` are vitest's test results.
 */
export function countRequirements(page, results) {
  const proved = findProved(results)
  const rows = Array.from(page.matchAll(/^\| `(\d{3}:[^`]+)` \|(?:.*?(?<!\\)\|){2} (holds|on purpose)/gm))
  const good = rows.filter(([, id]) => proved.get(id) === true)
  const count = kind => good.filter(([, , found]) => found === kind).length
  return {
    total: rows.length,
    hold: count('holds'),
    onPurpose: count('on purpose'),
    others: rows.flatMap(([, id]) => (proved.get(id) === true ? [] : [id])),
  }
}

/** By requirement, whether all of its tests passed. */
function findProved(results) {
  const proved = new Map()
  for (const { title, status } of results.flatMap(({ assertionResults }) => assertionResults))
    for (const [, id] of (/^(?:\[[^\]]+\])+/.exec(title)?.[0] ?? '').matchAll(/\[(\d{3}:[^\]]+)\]/g))
      proved.set(id, proved.get(id) !== false && status === 'passed')
  return proved
}

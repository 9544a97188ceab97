/** `JSON.stringify` for any depth: a hostile file may nest deeper than the engine's stack. A value inside itself is null. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return stringifyDeep(value)
  }
}

type Work = { readonly text: string } | { readonly value: unknown } | { readonly leave: object }

function stringifyDeep(root: unknown): string {
  const parts: string[] = []
  const stack: Work[] = [{ value: root }]
  const open = new Set<object>()
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if ('text' in work) parts.push(work.text)
    else if ('leave' in work) open.delete(work.leave)
    else if (typeof work.value !== 'object' || work.value === null) parts.push(stringifyScalar(work.value))
    else if (open.has(work.value)) parts.push('null')
    else {
      open.add(work.value)
      stack.push({ leave: work.value })
      pushReversed(stack, toWork(work.value))
    }
  }
  return parts.join('')
}

// Spreading a long list into `push` would overflow the stack that this function is here to spare.
function pushReversed(stack: Work[], work: readonly Work[]): void {
  for (const item of work.toReversed()) stack.push(item)
}

function toWork(value: object): Work[] {
  if (Array.isArray(value))
    return enclose(
      '[]',
      value.map((item): Work[] => [{ value: item }]),
    )
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return enclose(
    '{}',
    fields.map(([key, field]): Work[] => [{ text: `${JSON.stringify(key)}:` }, { value: field }]),
  )
}

function enclose(brackets: '[]' | '{}', items: readonly Work[][]): Work[] {
  const work: Work[] = [{ text: brackets.slice(0, 1) }]
  items.forEach((item, index) => {
    if (index > 0) work.push({ text: ',' })
    for (const part of item) work.push(part)
  })
  work.push({ text: brackets.slice(1) })
  return work
}

function stringifyScalar(value: unknown): string {
  return typeof value === 'bigint' ? 'null' : (JSON.stringify(value) ?? 'null')
}

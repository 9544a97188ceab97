/** What became of a wish: its value, or why not, in words for a person. */
export type ChatOutcome<T> = { readonly kind: 'done'; readonly value: T } | ChatRefusal

export type ChatRefusal = {
  readonly kind: 'refused'
  readonly status: 404 | 409 | 422
  readonly words: string
}

export function done<T>(value: T): ChatOutcome<T> {
  return { kind: 'done', value }
}

export function refused(status: ChatRefusal['status'], words: string): ChatRefusal {
  return { kind: 'refused', status, words }
}

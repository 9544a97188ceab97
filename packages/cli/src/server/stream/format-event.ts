/** One event of an event stream; `data` is on one line, as JSON is. */
export function formatEvent({ id, data }: { readonly id?: number; readonly data: string }): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

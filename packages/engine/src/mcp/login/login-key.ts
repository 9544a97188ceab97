import { createHash } from 'node:crypto'

/** The name of a login in its store: whoever calls another address by the same name has not the same login. */
export function toLoginKey(name: string, url: string): string {
  const place = createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 16)
  return `${name}|${place}`
}

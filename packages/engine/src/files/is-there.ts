import { access } from 'node:fs/promises'

/** Whether a path leads to something, links followed. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

import { sep } from 'node:path'
import { stripControl } from '@antiphon/core/ui'

/** A path as a person writes it: with `~` for their home, and safe to print on one line. */
export function formatPlace(path: string, home: string | undefined): string {
  const isAtHome = home !== undefined && (path === home || path.startsWith(`${home}${sep}`))
  const short = isAtHome ? `~${path.slice(home.length)}` : path
  return stripControl(short).replace(/\s+/g, ' ')
}

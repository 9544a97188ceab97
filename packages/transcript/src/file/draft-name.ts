import { join } from 'node:path'

/** The name of a folder for the logs of a session that is not whole yet: no reader looks into it. */
export function toDraftName(id: string): string {
  return `${PREFIX}${id}`
}

/** True for the name of such a folder. */
export function isDraftName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** The file whose lease is that of the whole folder; it never exists itself. */
export function toDraftOwner(folder: string): string {
  return join(folder, 'draft')
}

const PREFIX = '.antiphon-draft-'

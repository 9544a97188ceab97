import { READ_ATTEMPTS } from './read-attempts.ts'
import { WRITE_ATTEMPTS } from './write-attempts.ts'

/** A named try to read or to write a file that a rule protects; `~cwd`, `~home` and `~out` stand for the folders of the scene. */
export type PathAttempt = {
  readonly name: string
  readonly command: string
  readonly effect: 'reads' | 'writes'
}

/** The rules that every attempt tries to get around, by their effect. */
export const PATH_RULES: Readonly<Record<PathAttempt['effect'], readonly string[]>> = {
  reads: ['Read(.env)', 'Read(secrets/**)', 'Read(~/.ssh/**)'],
  writes: ['Edit(.env)', 'Edit(secrets/**)', 'Edit(~/.ssh/**)'],
}

/** Every attempt on files, by what it would do if it ran. */
export const PATH_ATTEMPTS: readonly PathAttempt[] = [...READ_ATTEMPTS, ...WRITE_ATTEMPTS]

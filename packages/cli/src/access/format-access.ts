import { stripControl } from '@antiphon/core/ui'
import { type AccessPerson, type AuditRecord, findAccessEnd } from '@antiphon/host'
import { columnsOf, formatColumns } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import type { AddedPerson } from './change-access.ts'

/** Somebody as programs read them: without what is kept of their token. */
export type ListedPerson = Omit<AccessPerson, 'tokenHash'> & {
  readonly hasToken: boolean
  readonly state: 'valid' | 'expired' | 'revoked'
}

export function describePerson({ tokenHash, ...person }: AccessPerson, now: number): ListedPerson {
  return {
    ...person,
    hasToken: tokenHash !== null,
    state: findAccessEnd({ ...person, tokenHash }, now) ?? 'valid',
  }
}

/** The token and what to do with it; it is said once. */
export function formatAdded({ person, token }: AddedPerson): readonly string[] {
  const { name, role, projects, expiresAt } = person
  const until = expiresAt === null ? 'until it is taken back' : `until ${expiresAt.slice(0, 10)}`
  const where = projects === null ? 'all projects' : projects.map(stripControl).join(', ')
  return [
    `${name} is let in as ${role} ${until}: ${where}.`,
    ...(token === null
      ? ['They are known by the proxy of `antiphon open --trust-proxy … --identity-header …`.']
      : ['Their token, shown this once; they paste it where the window asks for it:', token]),
  ]
}

export function formatPeople(people: readonly ListedPerson[], screen: Screen): readonly string[] {
  if (people.length === 0)
    return ['Nobody is let in but you. `antiphon access add NAME --role reader` lets somebody in.']
  const column = columnsOf(people)
  return formatColumns(
    [
      column('NAME', 0, ({ name }) => name, { align: 'l' }),
      column('ROLE', 0, ({ role }) => role, { align: 'l' }),
      column('STATE', 0, ({ state }) => state, { align: 'l' }),
      column('UNTIL', 1, ({ expiresAt }) => expiresAt?.slice(0, 10) ?? 'never', { align: 'l' }),
      column('BY', 2, ({ hasToken }) => (hasToken ? 'token' : 'proxy'), { align: 'l' }),
      column('PROJECTS', 0, ({ projects }) => projects?.map(stripControl).join(', ') ?? 'all', {
        align: 'l',
      }),
    ],
    screen,
  )
}

/** One thing that somebody did, in a line. */
export function formatRecord(record: AuditRecord): string {
  const { at, who, by, address, what, outcome, session, detail } = record
  const parts = [
    at,
    `${who ?? 'owner'} (${[by, address ?? []].flat().join(' ')})`,
    outcome === 'refused' ? `${what} refused` : what,
    session ?? [],
    detail ?? [],
  ]
  return stripControl(parts.flat().join('  '))
}

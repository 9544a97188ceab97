import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedactor } from '@antiphon/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccessReader, keepAccessPerson, readAccessList, toAccessPath } from './access-file.ts'
import { type AccessPerson, findAccessEnd, isPersonName, readAccessPerson } from './access-person.ts'
import { createAccessToken, hashAccessToken, isTokenOf } from './access-token.ts'
import { readAuditRecords, toAuditPath } from './audit-log.ts'
import { noteAtTerminal } from './note-at-terminal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-access-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ADA: AccessPerson = {
  ...{ name: 'Ada', role: 'driver', projects: ['/code/harbour'], tokenHash: hashAccessToken('x') },
  ...{ createdAt: '2026-11-16T00:00:00.000Z', expiresAt: '2026-12-16T00:00:00.000Z', revokedAt: null },
}

describe('a token', () => {
  it('is kept as a hash, and is a secret that exports take out', () => {
    const token = createAccessToken()
    expect(isTokenOf(token, hashAccessToken(token))).toBe(true)
    expect(isTokenOf(createAccessToken(), hashAccessToken(token))).toBe(false)
    expect(isTokenOf(token, '')).toBe(false)
    expect(JSON.stringify(createRedactor().value(`Here: ${token}.`))).not.toContain(token)
  })
})

describe('the file of people', () => {
  it('keeps one of each name, readable by its owner alone, and is read again when it changed', async () => {
    const read = createAccessReader(folder)
    expect((await read()).people).toEqual([])
    await keepAccessPerson(folder, ADA)
    await keepAccessPerson(folder, { ...ADA, name: 'Bo', projects: null, tokenHash: null, expiresAt: null })
    await keepAccessPerson(folder, { ...ADA, role: 'reader' })
    expect((await read()).people.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Bo driver',
      'Ada reader',
    ])
    expect(statSync(toAccessPath(folder)).mode & 0o777).toBe(0o600)
    expect(readFileSync(toAccessPath(folder), 'utf8')).not.toContain('antiphon_')
    expect((await createAccessReader(null)()).people).toEqual([])
  })

  it('lets nobody in where it cannot be trusted or read', async () => {
    await keepAccessPerson(folder, ADA)
    chmodSync(toAccessPath(folder), 0o666)
    expect(await readAccessList(folder)).toEqual({ people: [], problem: expect.stringContaining('chmod') })
    chmodSync(toAccessPath(folder), 0o600)
    for (const text of ['{"people":[{"name":"Ada"}]}', 'no json', '[]']) {
      writeFileSync(toAccessPath(folder), text)
      expect(await readAccessList(folder)).toEqual({ people: [], problem: expect.any(String) })
    }
  })

  it('has nobody with a field that says something else', () => {
    expect(readAccessPerson({ ...ADA })).toEqual(ADA)
    const wrong = [
      ...[{ role: 'owner' }, { name: '' }, { name: 'a\nb' }, { tokenHash: 'x' }, { projects: ['relative'] }],
      ...[{ expiresAt: 'soon' }, { revokedAt: 7 }, { createdAt: undefined }, { projects: 'all' }],
    ]
    for (const changes of wrong)
      expect(readAccessPerson({ ...ADA, ...changes }), JSON.stringify(changes)).toBeNull()
    expect(['Ada', 'ada@example.org', ' Ada', 'x'.repeat(41), 'a\u202eb'].map(isPersonName)).toEqual([
      ...[true, true, false, false, false],
    ])
  })

  it('ends access at its time, and when it is taken back', () => {
    const [before, after] = [Date.parse('2026-12-15T00:00:00Z'), Date.parse('2026-12-16T00:00:00Z')]
    expect([findAccessEnd(ADA, before), findAccessEnd(ADA, after)]).toEqual([null, 'expired'])
    expect(findAccessEnd({ ...ADA, revokedAt: ADA.createdAt }, before)).toBe('revoked')
    expect(findAccessEnd({ ...ADA, expiresAt: null }, after)).toBeNull()
  })
})

describe('the audit log', () => {
  it('is appended to by many at once, whatever a crash left at its end', async () => {
    const note = (detail: string): Promise<void> =>
      noteAtTerminal(folder, { what: 'access', session: null, detail })
    await note('first')
    appendFileSync(toAuditPath(folder), '{"at":"cut sho')
    await Promise.all(Array.from({ length: 10 }, (_, index) => note(String(index))))
    const records = []
    for await (const record of readAuditRecords(folder, 0)) records.push(record.detail)
    expect(records[0]).toBe('first')
    expect(records.slice(1).sort()).toEqual(Array.from({ length: 10 }, (_, index) => String(index)))
    const later = []
    for await (const record of readAuditRecords(folder, Date.now() + 1000)) later.push(record)
    expect(later).toEqual([])
  })
})

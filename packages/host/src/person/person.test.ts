import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findConfigFolder } from './config-folder.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { changeJsonFile, readJsonFile } from './json-file.ts'
import { checkSettingsChange, readPersonSettings } from './person-settings.ts'
import { changeMarks, readMarks, toTag } from './session-marks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-person-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('findConfigFolder', () => {
  it('is what the variable says, else a folder at home, else nothing', () => {
    expect(findConfigFolder({ ANTIPHON_CONFIG_DIR: '/etc/antiphon' }, '/home/me')).toBe('/etc/antiphon')
    expect(findConfigFolder({}, '/home/me')).toBe('/home/me/.antiphon')
    expect(findConfigFolder({}, undefined)).toBeNull()
  })
})

describe('changeJsonFile', () => {
  it('loses none of many changes at once, and leaves nothing beside the file', async () => {
    const path = join(folder, 'new', 'file.json')
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        changeJsonFile(path, value => ({ ...value, [`n${index}`]: index })),
      ),
    )
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toHaveLength(20)
    expect(readdirSync(join(folder, 'new'))).toEqual(['file.json'])
  })

  it('follows a link, and leaves a file alone that is no object', async () => {
    const target = join(folder, 'dotfiles.json')
    writeFileSync(target, '{"a": 1}')
    symlinkSync(target, join(folder, 'link.json'))
    await changeJsonFile(join(folder, 'link.json'), value => ({ ...value, b: 2 }))
    expect(await readJsonFile(target)).toEqual({ value: { a: 1, b: 2 } })
    writeFileSync(target, '[1]')
    expect(await changeJsonFile(target, () => ({}))).toEqual({ problem: 'holds no JSON object' })
    expect(readFileSync(target, 'utf8')).toBe('[1]')
    mkdirSync(join(folder, 'is-a-folder'))
    expect(await readJsonFile(join(folder, 'is-a-folder'))).toEqual({ problem: 'cannot be read (EISDIR)' })
  })
})

describe('readPersonSettings', () => {
  it('takes what fits, names what does not, and lets other fields be', () => {
    const { settings, problems } = readPersonSettings({
      theme: 'dark',
      language: 'klingon',
      monthlyBudgetUsd: -1,
      folders: ['relative'],
      textFont: 'x; } body { display: none',
      another: true,
    })
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(problems.map(problem => problem.split(' ')[0])).toEqual([
      '"language"',
      '"textFont"',
      '"monthlyBudgetUsd"',
      '"folders"',
    ])
  })

  it('refuses to change what there is not, also by the names that every object has', () => {
    expect(checkSettingsChange({ theme: 'light' })).toBeNull()
    expect(checkSettingsChange({ theme: 'pink' })).toContain('system, light, dark')
    for (const name of ['other', 'constructor', '__proto__'])
      expect(checkSettingsChange(JSON.parse(`{"${name}": 1}`))).toContain('no setting')
  })
})

describe('marks', () => {
  const key = { project: '-a', session: 's' }

  it('keep what another version noted, and tell which sessions differ', async () => {
    const path = join(folder, 'sessions.json')
    writeFileSync(path, JSON.stringify({ theirs: 1, sessions: { '-a/s': { colour: 'red' }, odd: 3 } }))
    const before = await readMarks(folder)
    expect(await changeMarks(folder, key, { isStarred: true, tags: ['b', 'a', 'a', ' '] })).toEqual({
      isStarred: true,
      isArchived: false,
      tags: ['a', 'b'],
    })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      theirs: 1,
      sessions: { '-a/s': { colour: 'red', isStarred: true }, odd: 3 },
    })
    expect(before.compare(await readMarks(folder))).toEqual([key])
  })

  it('have tags of one line', () => {
    expect(toTag(' #two \n words ')).toBe('two words')
    expect([toTag(''), toTag('a,b'), toTag('x'.repeat(61))]).toEqual([null, null, null])
  })
})

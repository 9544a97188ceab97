import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { identifyProgram } from './identify-program.ts'

const cwd = mkdtempSync(join(tmpdir(), 'antiphon-programs-'))
symlinkSync('/bin/cat', join(cwd, 'harmless'))
writeFileSync(join(cwd, 'git'), '')
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

it('knows a program by its name, with the system’s folder or without', () => {
  expect(identifyProgram('git', [cwd]).words).toEqual(['git'])
  expect(identifyProgram('/usr/bin/sed', [cwd]).words).toEqual(['sed'])
  expect(identifyProgram('/usr/lib/../bin/sed', [cwd]).words).toEqual(['sed'])
  expect(identifyProgram('/usr/lib/git-core/git-push', [cwd]).words).toEqual(['git', 'push'])
})

it('takes a file of the project for a program that nobody knows, and follows its links', () => {
  expect(identifyProgram('./git', [cwd])).toEqual({ words: null, names: ['git'] })
  expect(identifyProgram('./harmless', [cwd])).toMatchObject({ words: null, names: ['harmless', 'cat'] })
  expect(identifyProgram(`${cwd}/git`, ['/'])).toMatchObject({ words: null })
})

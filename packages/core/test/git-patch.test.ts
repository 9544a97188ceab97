import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { computeFileChanges, formatGitPatch, toRelativePath } from '../src/changes/index.ts'
import { answer, toolResult, toolUse } from '../src/testing/ui-messages.ts'
import { buildPersonView } from '../src/ui/build-view.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-patch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = fc.constantFrom('a', 'b', 'c', 'd', '\te', '', 'ü')
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''))
const name = fc.constantFrom('plain.txt', 'deep/er/with blank.txt', 'quote".txt', 'tab\t.txt', 'ünï.txt')

/** Texts of one file, one after the other; null for a file that was not there. */
const states = fc.tuple(fc.option(text), fc.array(text, { minLength: 1, maxLength: 4 }))

describe('formatGitPatch', () => {
  it('is taken by git, and makes of the first state the last', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(name, states, (name, [first, later]) => {
        const path = join(folder, name)
        const log = later.flatMap((content, index) => {
          const before = index === 0 ? first : (later[index - 1] ?? '')
          const told = {
            filePath: path,
            content,
            originalFile: before,
            type: before === null ? 'create' : 'update',
          }
          return [
            answer(`m${index}`, [toolUse(`c${index}`, 'Write', { file_path: path, content })]),
            toolResult(`c${index}`, 'ok', { toolUseResult: told }),
          ]
        })
        const patch = formatGitPatch(computeFileChanges(buildPersonView(log)), folder)
        mkdirSync(dirname(path), { recursive: true })
        rmSync(path, { force: true })
        if (first !== null) writeFileSync(path, first)
        if (patch !== '') execFileSync('git', ['apply', '-'], { cwd: folder, input: patch, stdio: 'pipe' })
        expect(readFileSync(path, 'utf8')).toBe(later.at(-1))
      }),
      { numRuns: 40 },
    )
  })

  it('leaves out files of other folders', () => {
    expect(toRelativePath('/other/a', '/work')).toBeNull()
    expect(toRelativePath('/home/a/b', '/home/')).toBe('a/b')
    expect(toRelativePath('C:\\work\\a', 'C:\\work')).toBe('a')
    expect(toRelativePath('a/b', '/work')).toBe('a/b')
  })
})

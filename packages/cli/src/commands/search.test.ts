import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, type RunOptions, runHere } from '../../test/test-io.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

function search(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runHere(['search', ...argv], { ...options, env: { HOME: tree.home, COLUMNS: '80' } })
}

const indexFolder = (): string => join(tree.home, '.cache', 'antiphon', 'search')

describe('antiphon search', () => {
  it('shows hits by session, the newest first, and writes its index into the cache', async () => {
    tree.write('-a/aaaaaaaa-1.jsonl', exchange('Mend the harbour lamp.', { cwd: join(tree.home, 'a') }))
    tree.write('-b/bbbbbbbb-1.jsonl', exchange('Paint it.'))
    const { code, stdout, stderr } = await search(['harb', 'LAMP'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^aaaaaaaa-1 {2}Mend the harbour lamp\. {2}~\/a · main · .*\n {2}Mend the {2}› prompt +Mend the harbour lamp\.\n$/,
    )
    expect(readdirSync(indexFolder()).length).toBeGreaterThan(1)
    expect((await search(['harb', 'LAMP'])).stdout).toBe(stdout)
  })

  it('marks what was found where there is colour', async () => {
    tree.write('-a/s1.jsonl', exchange('Mend the harbour lamp.'))
    const { stdout } = await search(['lamp', '--color', 'always'])
    expect(stdout).toContain('\u001b[1m\u001b[33mlamp\u001b[39m\u001b[22m.')
  })

  it('prints JSON with the way to open each hit', async () => {
    const path = tree.write('-a/s1.jsonl', exchange('Mend the lamp.'))
    const [hit] = JSON.parse((await search(['lamp', '--json'])).stdout)
    expect(hit).toMatchObject({
      path,
      offset: 0,
      uuid: 'Mend the lamp.-u',
      open: "antiphon show s1 --at 'Mend the lamp.-u'",
    })
  })

  it('prints for each hit what `show` takes', async () => {
    const turns = Array.from({ length: 9 }, (_, turn) => exchange(`Turn ${turn} of the lamp.`)).flat()
    const chain = turns.map((line, index) => ({
      ...line,
      uuid: `0000000${index.toString(16)}-uuid`.slice(-13),
      parentUuid: index === 0 ? null : `0000000${(index - 1).toString(16)}-uuid`.slice(-13),
    }))
    tree.write('-a/aaaaaaaa-1.jsonl', chain)
    const { stdout } = await search(['"turn 4"'])
    const id = /\n {2}(\S+) {2}› prompt/.exec(stdout)?.[1] ?? ''
    const shown = await runHere(['show', 'aaaaaaaa', '--at', id], { env: { HOME: tree.home, COLUMNS: '80' } })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/ Here ─+\n\n› Turn 4 of the lamp\./)
    expect(shown.stdout).not.toContain('› Turn 0')
  })

  it('folds hits by session when asked, with the number of all and the best three', async () => {
    const turns = Array.from({ length: 5 }, (_, turn) => exchange(`Turn ${turn} of the lamp.`)).flat()
    tree.write('-a/aaaaaaaa-1.jsonl', turns)
    tree.write('-b/bbbbbbbb-1.jsonl', exchange('Paint the lamp.'))
    const { code, stdout, stderr } = await search(['lamp', '--by', 'session'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/aaaaaaaa-1 .* · 5 hits\n(?: {2}.*\n){3}/)
    expect(stdout).toMatch(/bbbbbbbb-1 .* · 1 hit\n/)
    expect(stderr).toContain('6 hits in 2 sessions.')
    const json = JSON.parse((await search(['lamp', '--by', 'session', '--rank', '--json'])).stdout)
    expect(json.map((session: { count: number }) => session.count).sort()).toEqual([1, 5])
    expect(json[0].hits[0]).toMatchObject({
      hitKind: 'prompt',
      open: expect.stringContaining('antiphon show'),
    })
    expect((await search(['nowhere-at-all', '--by', 'session'])).code).toBe(1)
  })

  it('takes an argument with blanks for a phrase, and a query for a query', async () => {
    tree.write('-a/s1.jsonl', exchange('one two'))
    tree.write('-a/s2.jsonl', exchange('two one'))
    const found = async (argv: readonly string[]): Promise<readonly string[]> =>
      JSON.parse((await search([...argv, '--json'])).stdout).map((hit: { session: string }) => hit.session)
    expect(await found(['one two'])).toEqual(['s1'])
    expect(await found(['one', 'two', 'role:user'])).toHaveLength(2)
    expect(await found(['two role:user -"one two"'])).toEqual(['s2'])
    expect(await found(['two', 'session:s2'])).toEqual(['s2'])
  })

  it('ends with 1 where nothing is found', async () => {
    tree.write('-a/s1.jsonl', exchange('one'))
    expect(await search(['nothing-like-it'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing found in 1 log.\n',
    })
  })

  it('says that there is more', async () => {
    for (let session = 0; session < 4; session++) tree.write(`-a/s${session}.jsonl`, exchange('one'))
    const { stderr, stdout } = await search(['one', '--limit', '3'])
    expect(stderr).toContain('The first 3; --limit shows more.')
    expect(stdout.match(/prompt/g)).toHaveLength(3)
  })

  it('works without an index', async () => {
    tree.write('-a/s1.jsonl', exchange('one'))
    expect((await search(['one', '--no-index'])).code).toBe(0)
    expect(existsSync(indexFolder())).toBe(false)
  })

  it('tells how far the index is, and makes it anew', async () => {
    tree.write('-a/s1.jsonl', exchange('one'))
    expect((await search(['--status'])).stdout).toContain('0% of it indexed')
    expect(await search(['--update'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await search(['--status'])).stdout).toContain('100% of it indexed')
    expect((await search(['--reindex'])).code).toBe(0)
    expect((await search(['--status'])).stdout).toMatch(
      /100% of it indexed.*\nIndex: .* in 1 segment at ~\/\.cache/,
    )
    expect(JSON.parse((await search(['--status', '--json'])).stdout)).toMatchObject({
      files: 1,
      index: 'read',
    })
  })

  it('says that a damaged index is made anew', async () => {
    tree.write('-a/s1.jsonl', exchange('one'))
    await search(['one'])
    writeFileSync(join(indexFolder(), 'manifest.json'), 'nonsense')
    const { code, stderr } = await search(['one'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'The search index was damaged; it is made anew, and the logs are read meanwhile.\n',
    })
    expect((await search(['one'])).stderr).toBe('')
  })

  it('refuses what it cannot understand', async () => {
    expect(await search([])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name what to look for'),
    })
    expect(await search(['after:someday'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no date'),
    })
  })

  it('stops when the person interrupts it', async () => {
    tree.write('-a/s1.jsonl', exchange('one'))
    expect((await search(['one'], { signal: AbortSignal.abort() })).code).toBe(130)
  })

  it('prints nothing that a terminal obeys', async () => {
    tree.write(
      '-a/s1.jsonl',
      exchange('one \u001b]0;owned\u0007 \u009b31m two', { cwd: '/x\u001b[2J', gitBranch: '\u001b[1m' }),
    )
    const { stdout } = await search(['one'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

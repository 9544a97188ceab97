import { once } from 'node:events'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

let tree: SessionTree
beforeAll(() => {
  tree = createSessionTree()
  tree.write('-a/350d4477-5c09.jsonl', exchange('Why is the lamp dark?'))
  tree.write('-b/e0ff1234-aaaa.jsonl', exchange('Light it.'), 1)
})
afterAll(() => tree.remove())

function antiphon(...argv: readonly string[]): Promise<Ran> {
  const child = startAntiphon(argv, environment())
  child.stdin.end()
  return collect(child)
}

function environment(): Record<string, string> {
  return { HOME: tree.home, CLAUDE_CONFIG_DIR: '', XDG_CONFIG_HOME: '' }
}

describe('sessions of this machine', () => {
  it('are listed, and shown by the id of the list', async () => {
    const listed = await antiphon('ls')
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    const [, first] = listed.stdout.split('\n')
    expect(first).toMatch(/^350d4477 .*Why is the lamp dark\?$/)
    const shown = await antiphon('show', first?.split(' ')[0] ?? '')
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain('› Why is the lamp dark?')
  })

  it('are told apart in an error without a stack', async () => {
    const { code, stdout, stderr } = await antiphon('show', 'ffff')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^antiphon: ffff is neither a file nor the beginning of a session id\. [^\n]+\n$/)
  })

  it('can be asked for by a reader that goes away', async () => {
    const child = startAntiphon(['ls', '--json'], environment())
    child.stdin.end()
    child.stdout.destroy()
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  })
})

describe('a session that several programs organise at once', () => {
  it('keeps every mark, shows its name, and comes back from the trash', async () => {
    const ran = await Promise.all([
      antiphon('star', 'e0ff1234'),
      antiphon('tag', 'e0ff1234', 'harbour'),
      antiphon('tag', '350d4477', 'lamp'),
      antiphon('rename', '350d4477', 'The lamp'),
    ])
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']))
    const rows = JSON.parse((await antiphon('ls', '--json')).stdout)
    expect(rows).toMatchObject([
      { title: { text: 'The lamp', source: 'custom-title' }, isStarred: false, tags: ['lamp'] },
      { isStarred: true, tags: ['harbour'] },
    ])
    expect((await antiphon('delete', 'e0ff1234')).code).toBe(0)
    expect((await antiphon('show', 'e0ff1234')).code).toBe(2)
    expect((await antiphon('restore', 'e0ff1234')).code).toBe(0)
    expect((await antiphon('ls', '--starred')).stdout).toContain('Light it.')
  })

  it('is told of in each help, with examples', async () => {
    for (const command of ['rename', 'star', 'tag', 'hide', 'delete', 'restore']) {
      const { code, stdout } = await antiphon(command, '--help')
      expect([command, code, stdout.includes('Examples:')]).toEqual([command, 0, true])
    }
  })
})

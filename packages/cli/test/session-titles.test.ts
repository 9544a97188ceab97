import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNumbersBench, type NumbersBench } from './numbers-kit.ts'
import { runHere } from './test-io.ts'

const NAMED = '11111111-1111-4111-8111-111111111111'
const PLANNED = '22222222-2222-4222-8222-222222222222'

let bench: NumbersBench
beforeAll(() => {
  bench = createNumbersBench()
  bench.write(`-work/${NAMED}.jsonl`, [
    ...talk(NAMED, 'Please count the herons of the pond'),
    { type: 'custom-title', customTitle: 'Herons, counted', sessionId: NAMED },
  ])
  bench.write(
    `-work/${PLANNED}.jsonl`,
    talk(PLANNED, 'Implement the following plan:\n\n# Plan: Nests for herons\n\nBuild.'),
  )
})
afterAll(() => bench.remove())

function talk(sessionId: string, asked: string): readonly object[] {
  const common = { sessionId, cwd: '/work', timestamp: '2026-11-01T08:00:00.000Z', isSidechain: false }
  const [one, two] = [1, 2].map(number => `${sessionId.slice(0, -1)}${number + 4}`)
  return [
    { ...common, type: 'user', uuid: one, parentUuid: null, message: { role: 'user', content: asked } },
    {
      ...common,
      type: 'assistant',
      uuid: two,
      parentUuid: one,
      message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Three herons.' }] },
    },
  ]
}

async function run(...argv: readonly string[]): Promise<string> {
  const env = { HOME: bench.home, CLAUDE_CONFIG_DIR: bench.root, XDG_CACHE_HOME: bench.cache }
  return (await runHere(argv, { env, terminalWidth: 140 })).stdout
}

describe('the title of a session', () => {
  it.each([
    [NAMED, 'Herons, counted'],
    [PLANNED, 'Nests for herons'],
  ])('of %s is the same in ls, show and search', async (id, title) => {
    expect(await run('ls', '--color', 'never')).toContain(title)
    expect((await run('show', id, '--color', 'never', '--no-pager')).split('\n')[0]).toContain(title)
    for (const way of [[], ['--by', 'session']]) {
      const found = await run('search', 'three herons', '--no-index', '--color', 'never', ...way)
      const heading = found.split('\n').find(line => line.startsWith(id.slice(0, 8)))
      expect(heading).toMatch(new RegExp(`^${id.slice(0, 8)} {2}${title} {2}`))
    }
  })
})

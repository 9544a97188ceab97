import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { type AgentSample, listCopies, readEntries, testReader } from '../testing/reader-contract.ts'
import { createAgentHome, readSample } from '../testing/samples.ts'
import { countSaid, parseRun, splitRuns } from './aider-markdown.ts'

function toSample(name: string): AgentSample {
  const text = readSample(`aider/${name}.aider.chat.history.md`).toString('utf8')
  const said = (word: string): number =>
    [...text.matchAll(new RegExp(`^> Tokens: .*?([\\d.]+)(k?) ${word}`, 'gm'))].reduce(
      (all, [, n, k]) => all + Math.round(Number(n) * (k === 'k' ? 1000 : 1)),
      0,
    )
  return {
    name,
    files: { '.aider.chat.history.md': text },
    counts: {
      prompts: [...text.matchAll(/(?:^|\n)(?!#### )[^\n]*\n#### /g)].length,
      usage: { input: said('sent'), cacheRead: 0, cacheWrite: 0, output: said('received') },
    },
  }
}

describe('Aider', () => {
  testReader({ agent: 'aider', isAppended: false, samples: ['long', 'shell-escape'].map(toSample) })
})

describe('the tokens of Aider', () => {
  it('has cache inside of what was sent, in the words of two versions', async () => {
    const place = createAgentHome()
    try {
      place.write(
        '.aider.chat.history.md',
        [
          '# aider chat started at 2026-05-25 18:03:38',
          '#### a',
          'one',
          '> Tokens: 5.5k sent, 1.2k cache write, 3k cache hit, 16 received.',
          '#### b',
          'two',
          '> Tokens: 1,234 sent, 1,000 cached, 7 received.',
          '',
        ].join('\n\n'),
      )
      await refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: ['aider'] })
      const used = readEntries(readFileSync(listCopies(place.folder)[0] ?? ''))
        .filter(({ type }) => type === 'agent-usage')
        .map(({ message }) => (message as { usage: object }).usage)
      expect(used).toEqual([
        {
          input_tokens: 1300,
          cache_creation_input_tokens: 1200,
          cache_read_input_tokens: 3000,
          output_tokens: 16,
        },
        {
          input_tokens: 234,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 1000,
          output_tokens: 7,
        },
      ])
    } finally {
      place.remove()
    }
  })
})

describe('the page of Aider', () => {
  it('has a run a heading, told apart where two began at once', () => {
    const page =
      '\n# aider chat started at 2026-05-25 18:03:38\n\n#### a\n\n# aider chat started at 2026-05-25 18:03:38\n'
    expect(splitRuns(page).map(({ name }) => name)).toEqual(['2026-05-25 18:03:38', '2026-05-25 18:03:38 2'])
  })

  it('keeps what is quoted in a fence with the answer', () => {
    const run =
      '# aider chat started at x\n\n#### do  \n#### it  \n\nThus:\n```\n> no note\n```\n\n> Tokens: 2.5k sent, 1.2k cache hit, 16 received.  \n'
    expect(parseRun(run)).toEqual([
      { kind: 'prompt', text: 'do\nit', line: 3 },
      { kind: 'answer', text: 'Thus:\n```\n> no note\n```', line: 6 },
      { kind: 'note', text: 'Tokens: 2.5k sent, 1.2k cache hit, 16 received.', line: 11 },
    ])
    expect(countSaid('2.5k sent, 1.2k cache hit, 16 received', 'cache hit')).toBe(1200)
  })
})

import { CORPUS, corpusPath, isForeignToCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../../transcript/test/read-markdown.ts'
import { runHere } from './test-io.ts'

const files = CORPUS.filter(name => !isForeignToCorpus(name))
/** Every third of them, in other thirds for each format; `npm run soak` takes all. */
const thirdOf = (from: number): readonly string[] =>
  process.env.SOAK ? files : files.filter((_, index) => index % 3 === from)

type Exported = { readonly messages: readonly { readonly type: string; readonly uuid?: string }[] }

describe('exports of real sessions', () => {
  it.each(thirdOf(0))('%s: Markdown that is well built', async name => {
    const { code, stdout } = await runHere(['export', corpusPath(name), '--all-branches'])
    expect(code).toBe(0)
    expect(readMarkdown(stdout).problems).toEqual([])
  })

  it.each(thirdOf(1))('%s: JSON that holds every message', async name => {
    const { code, stdout } = await runHere([
      ...['export', corpusPath(name), '--format', 'json', '--all-branches', '--no-redact'],
    ])
    expect(code).toBe(0)
    const { counts, messages, subagents, branches } = JSON.parse(stdout)
    const parts: readonly Exported[] = [...subagents, ...branches]
    const held = [...messages, ...parts.flatMap(part => part.messages)]
      .filter(({ type }) => type !== 'progress')
      .map(({ uuid }, index) => uuid ?? index)
    expect({ messages: new Set(held).size, subagents: subagents.length }).toEqual({
      messages: counts.messages,
      subagents: counts.subagents,
    })
  })

  it.each(thirdOf(2))('%s: training data, or the reason why not', async name => {
    const { code, stdout, stderr } = await runHere([
      'export',
      corpusPath(name),
      '--training',
      '--no-redact',
      '--json',
    ])
    const { sessions } = JSON.parse(stderr)
    expect(sessions).toHaveLength(1)
    if (code === 0) expect(Object.keys(JSON.parse(stdout))).toEqual(['messages'])
    else {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(sessions[0].refusals[0]).toMatchObject({
        reason: expect.stringMatching(/placeholder|missing-result|empty/),
      })
    }
  })

  it('takes out the password that anonymising left in a connection string', async () => {
    const { stdout, stderr } = await runHere([
      'export',
      corpusPath('vibe-replay-claude-code-secrets.jsonl.gz'),
    ])
    expect(stdout).toContain('://dlewa:[redacted:url-password]@eb.irchclo.udl')
    expect(stderr).toContain('redacted 1 secret: 1 url-password.')
  })

  it.each(CORPUS.filter(isForeignToCorpus))('says what %s is instead', async name => {
    const { code, stderr } = await runHere(['export', corpusPath(name)])
    expect(code).toBe(2)
    expect(stderr).toContain('is no session:')
  })
})

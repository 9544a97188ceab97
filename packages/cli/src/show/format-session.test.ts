import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { SAMPLE_SESSION } from '../../test/sample-session.ts'
import { computeSessionView, type SessionViewOptions } from './compute-session-view.ts'
import { formatSession } from './format-session.ts'

function show(options: SessionViewOptions = {}, hasWholeThinking = false): string {
  return asText(
    formatSession(computeSessionView(SAMPLE_SESSION, options), { hasWholeThinking }, plainScreen(60)),
  )
}

describe('formatSession', () => {
  it('looks like a conversation', () => {
    expect(show()).toMatchInlineSnapshot(`
      "
      Why is the lamp dark?
      /home/dev · 2026-11-14 08:00 UTC

      › Why is the lamp dark?

      ∴ one
        two
        three
        … 1 more line, 5 B

      ✓ Task Look (Explore) · ≤ 4.0 s
        ┊ › look
        ┊ ✗ Read a.ts · 1.0 s
        ┊   │ gone
        │ Nothing found.

      ● It is **broken**.

      ────────────────────────────────────────────────────────────
      10 messages (1 prompt, 4 answers) · 1 subagent · 9.0 s
      2 tool calls: 1 ✓ done, 1 ✗ failed
      claude-opus-5-5
        in 40 · out 22 (at least 37) · cache read 400 · written 0
      "
    `)
  })

  it('shows all of the thinking on demand', () => {
    expect(show({}, true)).toContain('  three\n  four\n')
  })

  it('shows meta messages and branches with --all', () => {
    const all = show({ isAll: true })
    expect(all).toContain('‹ for the model only')
    expect(all).toMatch(/── A branch left behind: 1 item ─+\n\n● An answer that was left behind\.\n/)
  })

  it('says how many items it left out', () => {
    expect(show({ limit: 1 })).toContain('… 3 earlier items\n\n● It is')
  })
})

import type { SessionSummary } from '@antiphon/transcript'

/** A session as a list shows it. */
export function sampleSummary(fields: Partial<SessionSummary> = {}): SessionSummary {
  return {
    kind: 'session',
    key: { project: '-home-dev-harbour', session: '350d4477-5c09' },
    path: '/home/dev/.claude/projects/-home-dev-harbour/350d4477-5c09.jsonl',
    root: '/home/dev/.claude',
    size: 20_480,
    modifiedAt: '2026-11-15T11:00:00.000Z',
    isWhole: true,
    session: '350d4477-5c09',
    title: { text: 'Why is the lamp dark?', source: 'prompt' },
    firstPrompt: 'Why is the lamp dark?',
    lastPrompt: 'Light it.',
    cwd: '/home/dev/harbour',
    gitBranch: 'main',
    messages: { count: 42, isExact: true },
    subagents: 0,
    isSidechain: false,
    damage: [],
    ...fields,
  }
}

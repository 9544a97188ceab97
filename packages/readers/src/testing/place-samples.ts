import { type AgentHome, readSample } from './samples.ts'

/** Where each sample lies at the home of somebody who has every agent; of two with one session only one. */
const PLACES: Readonly<Record<string, string>> = {
  ...each(
    'codex',
    [
      'rollout-0.118.0-exec',
      'rollout-0.118.0-cli-two-session-metas',
      'rollout-0.139.0-review-subagent',
      'rollout-0.142.2-two-compactions',
      'rollout-0.145.0-alpha.30-multi-agent',
      'rollout-2026-08-permission-gate',
    ],
    name => `.codex/sessions/2026/08/17/${name}.jsonl`,
  ),
  ...each(
    'copilot',
    [
      'events-1.0.40-skills-plan',
      'events-1.0.64-permission',
      'events-1.0.68-shutdown',
      'events-2026-08-compaction',
      'events-2026-08-rewind',
      'events-2026-08-subagent',
    ],
    name => `.copilot/session-state/${name}/events.jsonl`,
  ),
  ...each(
    'gemini',
    ['jsonl-long-line', 'jsonl-resumed', 'jsonl-rewind', 'jsonl-tools'].map(name => `session-${name}`),
    name => `.gemini/tmp/project/chats/session-${name}.jsonl`,
  ),
  'gemini/session-json-2026-02.json': '.gemini/tmp/project/chats/session-json-2026-02.json',
  'gemini/session-json-kind-main.json': '.gemini/tmp/project/chats/session-json-kind-main.json',
  ...each(
    'pi',
    ['2026-08-start', 'bash-execution', 'branch-rewind', 'compaction', 'large-session', 'model-switch'],
    name => `.pi/agent/sessions/--home-dev-x--/2026_${name}.jsonl`,
  ),
  ...each(
    'qwen',
    ['branches', 'contract-v1', 'system-telemetry'],
    name => `.qwen/projects/-home-dev/chats/${name}.jsonl`,
  ),
  ...each(
    'kiro',
    ['compaction', 'rewind', 'task-list', 'tool-call-2026-08'],
    name => `.kiro/sessions/cli/${name}.jsonl`,
  ),
  ...each(
    'mistral-vibe',
    ['compaction', 'subagent', 'task-list'],
    name => `.vibe/logs/session/${name}/messages.jsonl`,
  ),
  ...each(
    'antigravity',
    ['compaction', 'subagent', 'tool-call'],
    name => `.gemini/antigravity-cli/brain/${name}/.system_generated/logs/transcript_full.jsonl`,
  ),
  ...each('droid', ['session-parent-ids', 'session-v2'], name => `.factory/sessions/-home-dev/${name}.jsonl`),
  ...each(
    'cursor',
    ['agent-transcript', 'agent-transcript-turn-ended'],
    name => `.cursor/projects/p/agent-transcripts/${name}.jsonl`,
  ),
  'cursor/parent.jsonl': '.cursor/projects/p/agent-transcripts/parent/parent.jsonl',
  'cursor/subagents/child.jsonl': '.cursor/projects/p/agent-transcripts/parent/subagents/child.jsonl',
  'cline/1784094124598_rruoq.json': `.cline/data/sessions/1784094124598_rruoq/1784094124598_rruoq.json`,
  'cline/1784094124598_rruoq.messages.json':
    '.cline/data/sessions/1784094124598_rruoq/1784094124598_rruoq.messages.json',
  'aider/long.aider.chat.history.md': '.aider.chat.history.md',
  'opencode/opencode.db': '.local/share/opencode/opencode.db',
}

function each(
  folder: string,
  names: readonly string[],
  toPlace: (name: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map(name => [`${folder}/${name}.jsonl`, toPlace(name)]))
}

/** Lays real sessions of every agent where that agent keeps them. */
export function placeSamples(home: AgentHome): void {
  for (const [sample, place] of Object.entries(PLACES)) home.write(place, readSample(sample))
}

import { sep } from 'node:path'
import { z } from 'zod'
import { findRunning } from '../scope/find-running.ts'
import type { ProjectFolders } from '../scope/project-folders.ts'
import { applyScope, type RecallScope, type ScopeWish } from '../scope/recall-scope.ts'
import { agentOf, type RecallSource } from '../source/recall-source.ts'
import { type SecretKeeper, withoutSecrets } from '../told/secret-keeper.ts'

/** What every question is answered from. */
export type RecallContext = {
  readonly source: RecallSource
  readonly folders: ProjectFolders
  readonly wish: ScopeWish
  readonly isRedacting: boolean
  /** Whether whoever asks may know of a log; all unless told. */
  readonly isShown?: (logPath: string) => boolean
  /** What is told of a failure of the system; its own words unless told. */
  readonly describeFailure?: (error: unknown) => string
  /** Milliseconds of the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** An answer: what programs read, and the same in words. */
export type ToolAnswer<Value> = { readonly value: Value; readonly text: string }

/** A tool as the server lists and calls it. */
export interface RecallTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  run(input: unknown, context: RecallContext): Promise<ToolAnswer<Readonly<Record<string, unknown>>>>
}

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Sessions that run count, too. */
  readonly hasRunning?: true
  readonly answer: (
    input: z.infer<Input>,
    given: RecallContext & { readonly scope: RecallScope; readonly keeper: SecretKeeper },
  ) => Promise<ToolAnswer<Omit<z.infer<Output>, 'scope' | 'redacted'>>>
}

/** Makes a tool: its input is checked, its scope applied, secrets are taken out, and the scope is told with the answer. */
export function defineRecallTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): RecallTool {
  const { name, title, description, input, output, answer, hasRunning } = definition
  return {
    ...{ name, title, description, input, output },
    async run(given, context) {
      const asked = input.parse(given)
      const scope = await readScope(context, {
        ...(asked as ScopeInput),
        ...(hasRunning && { include_running: true }),
      })
      const { answer: told, redacted } = await withoutSecrets(context.isRedacting, keeper =>
        answer(asked, { ...context, scope, keeper }),
      )
      const facts = { scope: describeScope(scope, context.source), redacted }
      return {
        value: { ...told.value, ...facts },
        text: `${told.text}\n\n${formatScope(facts)}`,
      }
    },
  }
}

type ScopeInput = {
  readonly project?: string
  readonly agent?: string
  readonly include_running?: boolean
}

/** Which sessions a question is about, of those that may be told. */
export async function readScope(
  { wish, folders, isShown, source, now }: RecallContext,
  { project, agent, include_running: isWhole = false }: ScopeInput = { include_running: true },
): Promise<RecallScope> {
  const scope = applyScope(await folders.list(), { wish, narrow: project, isShown })
  const isOf = (path: string): boolean => agent === undefined || agentOf(path, source) === agent
  const projects = scope.projects.filter(({ path }) => isOf(path))
  const running = isWhole ? NOBODY : await findRunning(projects, now)
  return {
    ...scope,
    projects,
    running: running.size,
    accepts: path => scope.accepts(path) && isOf(path) && !isPartOf(path, running),
  }
}

const NOBODY: ReadonlySet<string> = new Set()

/** True for the log of a session and for those of its subagents. */
function isPartOf(path: string, sessions: ReadonlySet<string>): boolean {
  if (sessions.size === 0) return false
  return [...sessions].some(session => path === session || path.startsWith(session.replace(/\.jsonl$/, sep)))
}

/** What every tool may be told of where to look. */
export const SCOPE_INPUT: {
  readonly project: z.ZodOptional<z.ZodString>
  readonly agent: z.ZodOptional<z.ZodString>
  readonly include_running: z.ZodDefault<z.ZodBoolean>
} = {
  project: z
    .string()
    .optional()
    .describe('Only projects below this absolute path, or whose path contains this text.'),
  agent: z.string().optional().describe('Only this agent: claude-code (also Antiphon), codex, gemini, …'),
  include_running: z
    .boolean()
    .default(false)
    .describe('Also sessions of the last two minutes, such as your own.'),
}

/** How large an answer may be. */
export function maxTokens(usual: number): z.ZodDefault<z.ZodNumber> {
  return z
    .number()
    .int()
    .min(200)
    .max(20_000)
    .default(usual)
    .describe('Most tokens of the answer; left_out counts the rest.')
}

/** A time from which on, or until when. */
export const TIME_INPUT: z.ZodOptional<z.ZodString> = z
  .string()
  .optional()
  .describe('2026-11-15, 2026-11-15T08:00 (UTC), or an age: 7d, 36h, 2w.')

/** What every answer tells of itself. */
export const SCOPE_OUTPUT: {
  readonly scope: z.ZodObject<{
    projects: z.ZodArray<z.ZodString>
    more_projects: z.ZodNumber
    projects_out_of_reach: z.ZodNumber
    running_left_out: z.ZodNumber
    is_catching_up: z.ZodBoolean
  }>
  readonly redacted: z.ZodNumber
} = {
  // The first ten directories that were looked into; projects that this server may not tell of; sessions that run; whether other agents' are still being read.
  scope: z.object({
    projects: z.array(z.string()),
    more_projects: z.number().int(),
    projects_out_of_reach: z.number().int(),
    running_left_out: z.number().int(),
    is_catching_up: z.boolean(),
  }),
  // How often a secret was replaced by a mark.
  redacted: z.number().int(),
}

const CATCHING_UP = "Other agents' sessions are still being read: ask again for their newest."
const SHOWN_PROJECTS = 10

function describeScope(
  { projects, outside, running }: RecallScope,
  { isCatchingUp }: RecallSource,
): z.infer<typeof SCOPE_OUTPUT.scope> {
  const directories = [...new Set(projects.map(({ directory }) => directory))]
  return {
    projects: directories.slice(0, SHOWN_PROJECTS),
    more_projects: Math.max(0, directories.length - SHOWN_PROJECTS),
    projects_out_of_reach: outside,
    running_left_out: running,
    is_catching_up: isCatchingUp?.() === true,
  }
}

function formatScope({
  scope: {
    projects,
    more_projects: more,
    projects_out_of_reach: outside,
    running_left_out: running,
    is_catching_up: isCatchingUp,
  },
  redacted,
}: {
  readonly scope: z.infer<typeof SCOPE_OUTPUT.scope>
  readonly redacted: number
}): string {
  const shown = projects.slice(0, 3)
  const rest = projects.length - shown.length + more
  const looked = shown.length === 0 ? 'no project' : shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return [
    `Looked into: ${looked}.`,
    ...(outside > 0 ? [`${outside} other projects are out of reach of this server.`] : []),
    ...(running > 0 ? [`${running} running sessions were left out (include_running).`] : []),
    ...(isCatchingUp ? [CATCHING_UP] : []),
    ...(redacted > 0 ? [`Secrets were redacted in ${redacted} places.`] : []),
  ].join(' ')
}

import type {
  PermissionDenial,
  PermissionPrompt,
  Provider,
  SessionRecorder,
  TaskEvent,
} from '@antiphon/engine'
import { readVersion } from '../../version.ts'
import { createMeters } from '../otlp/meters.ts'
import type { CallDecision, Happening } from '../session/happening.ts'
import { measureHappening } from '../session/measure-happening.ts'
import { AGENT_METRICS } from '../session/telemetry-names.ts'
import { toLogRecord } from '../session/to-log-record.ts'
import { toSpan } from '../session/to-span.ts'
import { readTraceParent } from '../session/trace-ids.ts'
import { createSessionTracer } from '../session/trace-session.ts'
import type { TelemetryEnvironment } from '../telemetry-settings.ts'
import { readTelemetryWishes, toSharedAttributes } from './agent-wishes.ts'
import { observeProvider } from './observe-provider.ts'
import { openExporters } from './open-exporters.ts'

export type AgentTelemetryOptions = {
  readonly env: TelemetryEnvironment
  readonly sessionId: string
  /** The version by which programs know us. */
  readonly version: string
  readonly startType: 'fresh' | 'resume' | 'continue'
  /** Where `console` goes; null where it would stand between what a person reads. */
  readonly console: ((text: string) => void) | null
}

/** Looks at what an agent does and tells it to a collector; it changes nothing and holds up nothing. */
export interface AgentTelemetry {
  provider(provider: Provider): Provider
  recorder(recorder: SessionRecorder): SessionRecorder
  ask(ask: PermissionPrompt): PermissionPrompt
  denied(denial: PermissionDenial, by: string | undefined): void
  task(event: TaskEvent): void
  readonly problems: readonly string[]
  close(): Promise<void>
}

/** Opens telemetry as the environment asks for it. */
export function openAgentTelemetry(options: AgentTelemetryOptions): AgentTelemetry {
  const { env, sessionId, version, startType } = options
  const wishes = readTelemetryWishes(env)
  const meters = createMeters(AGENT_METRICS)
  const exporters = openExporters({ env, meters, temporality: wishes.temporality, console: options.console })
  const shared = toSharedAttributes(env, { sessionId, version })
  const claudeCode = wishes.hasClaudeCode ? shared.metrics : null
  let events = 0
  const tracer = createSessionTracer({
    sessionId,
    agentName: 'antiphon',
    isLive: true,
    parent: readTraceParent(env.TRACEPARENT),
    onHappening: happening => tell(happening),
  })
  const spanOptions = { sessionId, agentVersion: readVersion(), ...wishes }
  const recordOptions = { ...wishes, shared: shared.events, sequence: () => ++events }
  const asked = new Set<string>()

  function tell(happening: Happening): void {
    const span = toSpan(happening, spanOptions)
    if (span) exporters.span(span)
    measureHappening(happening, { meters, claudeCode })
    const record = wishes.hasClaudeCode ? toLogRecord(happening, recordOptions) : null
    if (record) exporters.record(record)
  }

  if (claudeCode) meters.note('claude_code.session.count', 1, { ...claudeCode, start_type: startType })
  return {
    provider: provider =>
      observeProvider(provider, { now, onRequest: seen => safely(() => tracer.request(seen)) }),
    recorder: recorder => ({
      ...recorder,
      record(recording) {
        const { messages, agentId } = recording
        safely(() => {
          for (const message of messages)
            tracer.take(agentId === undefined ? message : { ...message, agentId }, now())
        })
        return recorder.record(recording)
      },
    }),
    ask: ask => async question => {
      const answer = await ask(question)
      asked.add(question.toolUseId)
      safely(() => tracer.decide(question.toolUseId, toDecision(answer)))
      return answer
    },
    denied({ tool_use_id: toolUseId }, by) {
      if (asked.delete(toolUseId)) return
      const source = by === 'hook' ? 'hook' : 'config'
      safely(() => tracer.decide(toolUseId, { behavior: 'reject', source }))
    },
    task(event) {
      if (event.kind === 'started') safely(() => tracer.link(event.taskId, event.toolUseId, event.agentType))
    },
    problems: exporters.problems,
    async close() {
      safely(() => tracer.end())
      await exporters.close()
    },
  }
}

/** The clock of the wall, in parts of a millisecond, that runs on evenly. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Who tells what an agent does is never a reason for it to stop. */
function safely(work: () => void): void {
  try {
    work()
  } catch {
    // What could not be told is missing there, and nowhere else.
  }
}

function toDecision(answer: Awaited<ReturnType<PermissionPrompt>>): CallDecision {
  if (answer.behavior === 'allow')
    return { behavior: 'accept', source: answer.updates?.length ? 'user_permanent' : 'user_temporary' }
  if (answer.by === 'hook') return { behavior: 'reject', source: 'hook' }
  if (answer.by !== undefined) return { behavior: 'reject', source: 'config' }
  return { behavior: 'reject', source: answer.interrupt ? 'user_abort' : 'user_reject' }
}

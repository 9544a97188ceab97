import type { Attributes } from '../otlp/attributes.ts'
import type { TelemetryEnvironment } from '../telemetry-settings.ts'

/** What the environment wants told of an agent beside where its signals go. */
export type TelemetryWishes = {
  /** What was said, called and returned. */
  readonly hasContent: boolean
  readonly hasPrompts: boolean
  readonly hasToolDetails: boolean
  /** Whether Claude Code's own measurements and events are told. */
  readonly hasClaudeCode: boolean
  readonly temporality: 'cumulative' | 'delta'
}

export function readTelemetryWishes(env: TelemetryEnvironment): TelemetryWishes {
  const capture = env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.toLowerCase() ?? ''
  const hasContent = isOn(capture) || capture === 'span_only' || capture === 'span_and_event'
  const preference = env.OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE?.toLowerCase()
  return {
    hasContent,
    hasPrompts: hasContent || isOn(env.OTEL_LOG_USER_PROMPTS),
    hasToolDetails: isOn(env.OTEL_LOG_TOOL_DETAILS),
    hasClaudeCode: isOn(env.CLAUDE_CODE_ENABLE_TELEMETRY),
    temporality: preference === 'delta' ? 'delta' : 'cumulative',
  }
}

/** What stands with each of Claude Code's measurements and events. */
export function toSharedAttributes(
  env: TelemetryEnvironment,
  { sessionId, version }: { readonly sessionId: string; readonly version: string },
): { readonly metrics: Attributes; readonly events: Attributes } {
  const terminal = env.TERM_PROGRAM ?? env.TERM
  const events: Attributes = {
    'session.id': sessionId,
    'app.version': version,
    ...(terminal !== undefined && { 'terminal.type': terminal }),
  }
  const { 'session.id': session, 'app.version': app, ...rest } = events
  return {
    events,
    // Each of them makes another series.
    metrics: {
      ...(!isOff(env.OTEL_METRICS_INCLUDE_SESSION_ID) && { 'session.id': session }),
      ...(isOn(env.OTEL_METRICS_INCLUDE_VERSION) && { 'app.version': app }),
      ...rest,
    },
  }
}

function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value ?? '')
}

function isOff(value: string | undefined): boolean {
  return /^(?:0|false|no|off)$/i.test(value ?? '')
}

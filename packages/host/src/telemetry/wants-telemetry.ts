import type { TelemetryEnvironment } from './telemetry-settings.ts'

/** Whether the environment asks for anything to be told of an agent. Nothing of what tells it is loaded before that. */
export function wantsTelemetry(env: TelemetryEnvironment): boolean {
  return env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' && NAMES.some(name => env[name])
}

const NAMES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  ...['TRACES', 'METRICS', 'LOGS'].flatMap(signal => [
    `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`,
    `OTEL_${signal}_EXPORTER`,
  ]),
]

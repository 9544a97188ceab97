import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readVersion } from '../version.ts'
import type { OtlpSource } from './otlp/attributes.ts'

/** This process, as a collector tells it from others; what the environment says of it counts more. */
export function describeProgram(attributes: Readonly<Record<string, string>>): OtlpSource {
  const version = readVersion()
  return {
    version,
    attributes: {
      'service.version': version,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
      ...attributes,
    },
  }
}

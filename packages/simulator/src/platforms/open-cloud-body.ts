import { type ApiRequest, type ApiVersion, isObject } from '@antiphon/contract'
import { type Checked, refuse } from '../check/refusal.ts'
import type { OpenedLetter, RoutePlace } from './dialect.ts'

export type CloudBodyOptions = {
  readonly body: ApiRequest
  readonly place: RoutePlace
  /** What the platform calls the first version of the API. */
  readonly firstVersion: string
  /** Fields that the path names, so that the body must not. */
  readonly inPath: readonly string[]
  readonly betas: readonly string[]
}

/** The body of a cloud platform as the request that the API knows: the version read, model and stream put back in. */
export function openCloudBody(options: CloudBodyOptions): Checked<OpenedLetter> {
  const { body, place, firstVersion, inPath, betas } = options
  const fields: Readonly<Record<string, unknown>> = isObject(body) ? body : {}
  const apiVersion = readVersion(fields.anthropic_version, firstVersion)
  if (!apiVersion.ok) return apiVersion
  const extra = inPath.find(field => fields[field] !== undefined)
  if (extra !== undefined)
    return refuse({ ...BAD_REQUEST, message: `${extra}: Extra inputs are not permitted`, rule: 'ENV-10' })
  // Whatever JSON it is, the contract judges it.
  const sent = { ...place, ...fields } as unknown as ApiRequest
  return { ok: true, value: { sent, apiVersion: apiVersion.value, betas } }
}

const BAD_REQUEST = { status: 400, errorType: 'invalid_request_error' } as const

function readVersion(version: unknown, firstVersion: string): Checked<ApiVersion> {
  if (version === undefined)
    return refuse({ ...BAD_REQUEST, message: 'anthropic_version: Field required', rule: 'ENV-04' })
  if (version === firstVersion || version === '2023-06-01') return { ok: true, value: '2023-06-01' }
  if (version === '2026-10-21') return { ok: true, value: version }
  return refuse({
    ...BAD_REQUEST,
    message: `anthropic_version: ${JSON.stringify(version)} is not a valid version`,
    rule: 'ENV-04',
    isInvented: true,
  })
}

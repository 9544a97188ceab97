import type { IncomingHttpHeaders } from 'node:http'
import { type ApiVersion, KNOWN_BETAS } from '@antiphon/contract'
import { type Checked, refuse } from './refusal.ts'

/** What the headers say about a request. */
export type RequestHeaders = { readonly apiVersion: ApiVersion; readonly betas: readonly string[] }

export type HeaderOptions = {
  /** The key that clients must send; any key where there is none. */
  readonly apiKey: string | undefined
  /** Rules that are not enforced. */
  readonly without: ReadonlySet<string>
}

/** Key, version and betas, in the API's order of checks (ENV-05, ENV-04, ENV-06). Any key is taken, unless one is asked for. */
export function checkHeaders(
  headers: IncomingHttpHeaders,
  { apiKey, without }: HeaderOptions,
): Checked<RequestHeaders> {
  const key = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /i, '')
  if (key === undefined) return unauthorized('x-api-key header is required')
  if (apiKey !== undefined && key !== apiKey) return unauthorized('invalid x-api-key')
  const version = headers['anthropic-version']
  if (version === undefined) return badHeader('ENV-04', 'anthropic-version: header is required')
  if (!isApiVersion(version))
    return badHeader('ENV-04', `anthropic-version: "${version}" is not a valid version`)
  const betas = checkBetas(readBetas(headers), without)
  return betas.ok ? { ok: true, value: { apiVersion: version, betas: betas.value } } : betas
}

/** The betas, where each is the name of one (ENV-06). */
export function checkBetas(
  betas: readonly string[],
  without: ReadonlySet<string>,
): Checked<readonly string[]> {
  const unknown = betas.filter(beta => !KNOWN_BETAS.has(beta))
  if (unknown.length === 0 || without.has('ENV-06')) return { ok: true, value: betas }
  return badHeader(
    'ENV-06',
    `Unexpected value(s) ${unknown.map(beta => `\`${beta}\``).join(', ')} for the \`anthropic-beta\` header. Please consult our documentation at platform.claude.com/docs or try again without the header.`,
  )
}

/** The betas that the header names. */
export function readBetas(headers: IncomingHttpHeaders): readonly string[] {
  return String(headers['anthropic-beta'] ?? '')
    .split(',')
    .map(beta => beta.trim())
    .filter(beta => beta !== '')
}

const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'] satisfies readonly ApiVersion[]

function isApiVersion(version: unknown): version is ApiVersion {
  return typeof version === 'string' && VERSIONS.includes(version)
}

function unauthorized(message: string): Checked<never> {
  return refuse({ status: 401, errorType: 'authentication_error', message, rule: 'ENV-05' })
}

function badHeader(rule: string, message: string): Checked<never> {
  return refuse({ status: 400, errorType: 'invalid_request_error', message, rule })
}

import { isObject } from '@antiphon/contract'
import { checkBetas } from '../../check/check-headers.ts'
import { type Checked, refuse } from '../../check/refusal.ts'
import type { Dialect, Letter } from '../dialect.ts'
import { openCloudBody } from '../open-cloud-body.ts'
import { toBedrockRefusal, toExceptionName } from './bedrock-errors.ts'
import { createBedrockEncoder } from './encode-bedrock-event.ts'

/** Amazon Bedrock's InvokeModel: model in the path, version and betas in the body, streams in binary frames. */
export const bedrockDialect: Dialect = {
  platform: 'bedrock',
  idMark: 'bdrk',
  requestIdHeader: 'x-amzn-requestid',
  open(letter) {
    const caller = checkCaller(letter)
    if (!caller.ok) return caller
    const parsed = letter.parse()
    if (!parsed.ok) return parsed
    const betas = checkBetas(readBetas(parsed.value), letter.without)
    if (!betas.ok) return betas
    return openCloudBody({
      body: parsed.value,
      place: letter.place,
      firstVersion: 'bedrock-2023-05-31',
      inPath: ['model', 'stream'],
      betas: betas.value,
    })
  },
  translate: toBedrockRefusal,
  toErrorBody: ({ message }) => ({ message }),
  toErrorHeaders: ({ errorType, rule, isInvented, headers }) => ({
    'x-amzn-errortype': toExceptionName(errorType, 'ValidationException'),
    ...(rule !== undefined && { 'x-sim-rule': rule }),
    ...(isInvented === true && { 'x-sim-invented': 'true' }),
    ...headers,
  }),
  toAnswerHeaders: ({ usage }) => ({
    'x-amzn-bedrock-input-token-count': String(usage.input_tokens),
    'x-amzn-bedrock-output-token-count': String(usage.output_tokens),
    'x-amzn-bedrock-invocation-latency': '1',
  }),
  streamType: 'application/vnd.amazon.eventstream',
  createEncoder: createBedrockEncoder,
}

/** A signature has to be there, but nobody can check it without the secret; a key is compared. */
function checkCaller({ headers, apiKey }: Letter): Checked<null> {
  const { authorization } = headers
  const refusal = { status: 403, errorType: 'authentication_error', rule: 'ENV-05' }
  if (authorization === undefined) return refuse({ ...refusal, message: 'Missing Authentication Token' })
  const key = /^Bearer (.*)$/i.exec(authorization)?.[1]
  if (key !== undefined && apiKey !== undefined && key !== apiKey)
    return refuse({ ...refusal, message: 'The security token included in the request is invalid.' })
  return { ok: true, value: null }
}

function readBetas(body: unknown): readonly string[] {
  const betas = isObject(body) ? body.anthropic_beta : undefined
  return Array.isArray(betas) ? betas.map(String) : []
}

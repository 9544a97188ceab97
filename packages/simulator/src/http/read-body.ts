import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type ApiRefusal, type Checked, refuse } from '../check/refusal.ts'

/** The bytes of a request's body, unpacked; or why they are refused (ENV-01, ENV-02). Holds no more than the limit. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Checked<Uint8Array>> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null) return refuse(TOO_LARGE)
  return unpack(bytes, String(request.headers['content-encoding'] ?? 'identity'), maxBytes)
}

/** Null for more than the limit. By its events, since to iterate over a request costs more than to parse it. */
function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
    })
    request.on('end', () => resolve(size > maxBytes ? null : Buffer.concat(chunks)))
    request.on('error', reject)
    // Without an error where the client went away before it had said everything.
    request.on('close', () => reject(new Error('the client went away')))
  })
}

async function unpack(bytes: Uint8Array, encoding: string, maxBytes: number): Promise<Checked<Uint8Array>> {
  if (encoding === 'identity') return { ok: true, value: bytes }
  const decode = DECODERS[encoding]
  if (!decode)
    return refuse({
      ...BAD_ENCODING,
      message: `Content-Encoding ${encoding} is not supported.`,
      errorCode: 'request_body_encoding_unsupported',
    })
  try {
    return { ok: true, value: await decode(bytes, { maxOutputLength: maxBytes }) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      return refuse({ ...TOO_LARGE, rule: 'ENV-02', errorCode: 'request_body_too_large_after_decoding' })
    return refuse({
      ...BAD_ENCODING,
      message: 'The request body could not be decoded.',
      errorCode: 'request_body_encoding_invalid',
    })
  }
}

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const DECODERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: promisify(gunzip) as Decode,
  deflate: promisify(inflate) as Decode,
  br: promisify(brotliDecompress) as Decode,
}

const TOO_LARGE: ApiRefusal = {
  status: 413,
  errorType: 'request_too_large',
  message: 'Request exceeds the maximum size',
  rule: 'ENV-01',
}

const BAD_ENCODING = {
  status: 400,
  errorType: 'invalid_request_error',
  rule: 'ENV-02',
  isInvented: true,
} as const

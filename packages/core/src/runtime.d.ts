/** What every JavaScript runtime has and ES2023's library does not declare; core uses nothing else of its host. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: Uint8Array, options?: { stream?: boolean }): string
}
declare class TextEncoder {
  encode(input?: string): Uint8Array
}
declare const crypto: {
  randomUUID?: () => string
  getRandomValues: <T extends Uint8Array>(array: T) => T
}

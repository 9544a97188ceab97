import type { RequestLog, RequestRecord } from './request-record.ts'

/** Keeps the last `capacity` records. */
export function createRequestLog(capacity: number): RequestLog {
  let records: RequestRecord[] = []
  const listeners = new Set<(record: RequestRecord) => void>()
  return {
    add(record) {
      records.push(record)
      // Cut in large pieces: a shift of the whole list for each request would cost more than the request.
      if (records.length >= capacity * 2) records = records.slice(-capacity)
      for (const listener of [...listeners]) listener(record)
    },
    all: () => records.slice(-capacity),
    waitFor(fits, signal) {
      const found = records.slice(-capacity).find(fits)
      if (found) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const listener = (record: RequestRecord): void => {
          if (!fits(record)) return
          listeners.delete(listener)
          resolve(record)
        }
        listeners.add(listener)
        signal?.addEventListener('abort', () => {
          listeners.delete(listener)
          reject(signal.reason)
        })
      })
    },
    onRecord(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear() {
      records = []
    },
  }
}

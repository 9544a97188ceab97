import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleRequest } from './handle-request.ts'
import type { SimulatorOptions } from './simulator-options.ts'
import { createSimulatorState, type SimulatorState } from './simulator-state.ts'

/** A running Messages API. */
export interface Simulator extends Pick<SimulatorState, 'clock' | 'faults' | 'log'> {
  /** What a client takes as its base URL. */
  readonly url: string
  readonly port: number
  /** Ends open streams and stops listening. */
  close(): Promise<void>
}

/** Starts a Messages API on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const state = createSimulatorState(options)
  const server = createServer((request, response) => void handleRequest(state, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  // An IP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    clock: state.clock,
    faults: state.faults,
    log: state.log,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

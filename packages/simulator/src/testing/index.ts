export { startSimulator } from '../simulator.ts'

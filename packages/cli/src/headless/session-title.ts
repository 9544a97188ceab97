import { cutToWidth } from '../terminal/cut-to-width.ts'

import { keepCompiledCode } from './compiled-code.ts'

// Before the program is read: reading it is most of what starting it takes.
keepCompiledCode(__dirname)('./main.js')

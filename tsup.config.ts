import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  clean: true,
  silent: true,
})

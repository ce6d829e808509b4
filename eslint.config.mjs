import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

// The floors of src/, top to bottom: a file may import from its own floor and from those below it.
const floors = ['commands', 'views', 'webviews', 'connect', 'stores', 'ssh', 'domain', 'api'];
const withoutVscode = new Set(['ssh', 'domain', 'api']);

const floorRules = floors.map((floor, index) => {
  const above = ['extension', ...floors.slice(0, index)];
  return {
    files: [`src/${floor}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `(^|/)\\.\\./(${above.join('|')})(/|$)`,
              message: `src/${floor} may only import from its own floor or a lower one.`,
            },
            { regex: '(^|/)test/', message: 'src never imports from test.' },
            ...(withoutVscode.has(floor)
              ? [
                  {
                    regex: '^vscode$',
                    message: `src/${floor} runs in plain Node and knows nothing of VS Code.`,
                  },
                ]
              : []),
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  { ignores: ['dist/', '.tmp/', 'node_modules/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // The test runners' suites and command-line helpers speak to a person on the console.
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['*.js', '*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  ...floorRules,
);

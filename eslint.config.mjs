import tseslint from 'typescript-eslint';
import prettier from 'eslint-config-prettier';

const PURE = 'The core is pure: take the clock, chance and settings as arguments (style 4).';
const pureGlobals = ['process', 'console', 'setTimeout', 'setInterval', 'setImmediate', 'fetch', 'structuredClone'];
const sdk = (message) => [
  { group: ['@temporalio/*'], message },
  { group: ['@kubernetes/*'], message },
  { group: ['@pulumi/*'], message },
];
/** Import boundaries: `folders` may not import any of `groups`. */
const boundary = (files, groups, ignores = []) => ({
  files,
  ignores,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: groups }] },
});
const deny = (group, message, allowTypeImports = false) => ({ group, message, allowTypeImports });

export default tseslint.config(
  { ignores: ['node_modules', 'dist', 'coverage', '.stackwright', 'test/fixtures/**', 'examples/**'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
    },
  },
  {
    files: ['src/stack/**', 'src/reconcile/**'],
    rules: {
      'no-restricted-globals': ['error', ...pureGlobals.map((name) => ({ name, message: PURE }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: PURE },
        { object: 'Math', property: 'random', message: PURE },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: PURE },
      ],
    },
  },
  boundary(
    ['src/stack/**'],
    [
      ...sdk('src/stack knows no SDK.'),
      deny(['node:*'], 'src/stack is pure.'),
      deny(
        ['**/reconcile/*', '**/client/*', '**/pulumi/*', '**/source/*', '**/store/*'],
        'src/stack imports nothing of ours.',
      ),
    ],
  ),
  boundary(
    ['src/reconcile/**'],
    [
      ...sdk('src/reconcile knows no SDK.'),
      deny(['node:*'], 'src/reconcile is pure.'),
      deny(
        ['**/client/*', '**/pulumi/*', '**/source/*', '**/store/*', '**/workflows/*'],
        'src/reconcile imports src/stack only.',
      ),
    ],
  ),
  boundary(
    ['src/pulumi/**', 'src/source/**', 'src/store/**'],
    [
      deny(['@temporalio/*', '@kubernetes/*'], 'Adapters know no Temporal and no Kubernetes.'),
      deny(['**/reconcile/*', '**/client/*', '**/workflows/*', '**/activities/*'], 'Adapters import src/stack only.'),
    ],
  ),
  boundary(
    ['src/source/**', 'src/store/**', 'src/client/**', 'src/cli/**', 'activities/**', 'worker/**', 'workflows/**'],
    [deny(['@pulumi/*'], '@pulumi/pulumi only in src/pulumi.')],
  ),
  boundary(
    ['src/client/**', 'src/cli/**'],
    [
      deny(['@pulumi/*', '@kubernetes/*'], 'Clients speak to Temporal only.'),
      deny(
        ['**/reconcile/*', '**/activities/*', '**/workflows/!(messages*)'],
        'src/client knows the messages, not the workflow.',
      ),
    ],
  ),
  boundary(
    ['workflows/**'],
    [
      deny(
        ['@temporalio/client', '@temporalio/worker', '@temporalio/activity', '@pulumi/*', 'node:*', 'zod', 'yaml'],
        'Not in the workflow sandbox.',
      ),
      deny(['**/activities/*', '**/src/pulumi/*', '**/src/source/*', '**/src/store/*'], 'Types only.', true),
    ],
  ),
  {
    files: ['worker/**', 'src/cli/stackctl.ts', 'test/**', 'src/pulumi/environment.ts'],
    rules: {},
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 15],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['**/*.mjs', '**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
  prettier,
);

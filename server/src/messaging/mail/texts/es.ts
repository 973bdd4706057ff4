import type {EmailTexts} from './en.ts';

export const es: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Restablecer tu contraseña`,
    title: 'Restablecer tu contraseña',
    text: (name) =>
      `Alguien pidió restablecer la contraseña de tu cuenta @${name}. Para establecer una nueva, usa este enlace en las próximas 24 horas. Funciona una sola vez.`,
    button: 'Establecer una contraseña nueva',
    ignore: 'Si no fuiste tú, ignora este correo. Tu contraseña sigue siendo la misma.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verificar tu correo electrónico`,
    title: 'Verificar tu correo electrónico',
    text: (name) =>
      `Para confirmar que esta dirección pertenece a tu cuenta @${name}, usa este enlace en las próximas 24 horas.`,
    button: 'Verificar el correo electrónico',
    ignore: 'Si no tienes una cuenta allí, ignora este correo.',
  },
  test: {
    subject: (site) => `[${site}] Correo de prueba`,
    title: 'Funciona',
    text: 'Este es un correo de prueba. La configuración de correo del servidor es correcta.',
  },
  footer: (site, url) => `Enviado por ${site} (${url}).`,
};

/** Passwords, and words that passwords are built around, which stand at the top of every list of leaked ones. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort password1 password12 password123 password1234 password12345 passw0rd p@ssw0rd p@ssword
  passwordpassword mypassword newpassword changeme changemenow letmein letmein123 welcome welcome123 welcome1234
  iloveyou iloveyou1 iloveyou123 iloveyou12 administrator administrateur admin admin123 admin12345 root toor
  qwerty qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 qwertz qwertzuiop azertyuiop asdfghjkl
  asdfghjkl123 zxcvbnm zxcvbnm123 asdfasdf asdfasdfasdf qazwsx qazwsxedc qazwsxedcrfv 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf qwer1234asdf 123qweasdzxc
  qweasdzxc abc123 abcd1234 abc1234567 abcdefghij a1b2c3d4e5 aa12345678 1234567890 12345678910 123456789a
  a123456789 0123456789 0987654321 9876543210 987654321 123123123 123123123123 1231231234 1122334455 11223344
  123456123456 123321123321 147258369 1472583690 1029384756 5555555555 1111111111 0000000000 1212121212 6969696969
  princess princess1 princess123 sunshine sunshine1 sunshine123 football football1 football123 baseball baseball1
  baseball123 basketball basketball1 superman superman1 superman123 batman spiderman starwars pokemon dragon
  monkey monkeys shadow master michael jennifer jessica charlie charlie123 liverpool liverpool1 chelsea arsenal
  manchester barcelona computer computer1 internet internet1 samsung samsung1 samsung123 trustno1 whatever
  whatever1 chocolate butterfly strawberry blink182 metallica pa55word pass1234 pass12345 passpass secret
  secret123 secret1234 topsecret default guest login login123 access access123 testtest testtest123 test test123
  test1234 test12345 testing testing123 temporary hello hello123 helloworld hellohello google facebook linkedin
  instagram tiktok youtube troupe troupetroupe lovelove loveyou iloveu mustang summer winter spring autumn
  january february december november october september monday friday secure security pass qwe asd zxc`.split(
    /\s+/,
  ),
);
